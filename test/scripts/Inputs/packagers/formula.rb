# What Homebrew does with a formula, as far as it can be tried without Homebrew: formula.rb FORMULA INSTALLED FOLDER. In FOLDER the tree is
# configured as `install` says; what would build and install it is printed. Then `test` runs with the tools of INSTALLED.
require "fileutils"
require "pathname"

formula, INSTALLED, folder = ARGV
BUILD = Pathname(folder)
DEBIAN = {
  "chart.js" => { "dist/chart.min.js" => "/usr/share/javascript/chart.js/chart.min.js" },
  "d3-hierarchy" => { "dist/d3-hierarchy.min.js" => "/usr/share/nodejs/d3-hierarchy/dist/d3-hierarchy.min.js" },
  "highlight.js" => { "lib/highlight.js" => "/usr/share/nodejs/highlight.js/lib/highlight.js",
                      "lib/languages/cpp.js" => "/usr/share/nodejs/highlight.js/lib/languages/cpp.js" },
}.freeze

# An archive that `stage` unpacks; here, the same files of Debian's packages.
class Resource
  attr_reader :name

  def initialize(name, &block)
    @name = name
    instance_eval(&block)
    raise "#{name}: no url or sha256" unless @url && @sha256.to_s.match?(/\A\h{64}\z/)
  end

  def url(text) = @url = text
  def sha256(text) = @sha256 = text

  def stage(folder)
    DEBIAN.fetch(name).each do |file, source|
      FileUtils.mkdir_p((folder/file).dirname)
      FileUtils.cp(source, folder/file)
    end
  end
end

class Formula
  class << self
    attr_reader :fields, :resources, :tested

    %w[desc homepage url sha256 license depends_on].each do |name|
      define_method(name) { |*words| (@fields ||= {}).merge!(name => words) { |_, old, new| old + new } }
    end

    def resource(name, &block) = (@resources ||= {})[name] = Resource.new(name, &block)
    def test(&block) = @tested = block
  end

  def resource(name) = self.class.resources.fetch(name)
  def buildpath = BUILD
  def testpath = BUILD/"tested"
  def bin = Pathname(INSTALLED)/"bin"
  def std_cmake_args = ["-DCMAKE_INSTALL_PREFIX=#{BUILD}/installed", "-DCMAKE_BUILD_TYPE=Release", "-Wno-dev"]

  def system(*words)
    words = words.map(&:to_s)
    return puts(words.join(" ")) if words.first == "cmake" && words[1].start_with?("--")

    said = IO.popen([*words, { err: [:child, :out] }], &:read)
    raise "#{words.join(" ")}: #{said}" unless $CHILD_STATUS.success?
    raise said if said.include?("Manually-specified variables were not used")
  end

  def shell_output(words) = `#{words}`
  def assert_match(text, whole) = whole.include?(text) || raise("#{text}: not in #{whole}")
end

require "English"
load formula
of = Ipoint.new
Dir.chdir(BUILD) { of.install }
of.testpath.mkpath
Dir.chdir(of.testpath) { of.instance_eval(&Ipoint.tested) }
puts "#{Ipoint.fields.keys.size} fields, #{Ipoint.resources.size} resources, tested"
