# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Homebrew's formula, for Linux: recording needs Linux, and so do the libraries that programs are linked with. `url` is where
# the archive of a release is published; scripts/release.sh makes it, and prints its checksum into SHA256SUMS.
class Ipoint < Formula
  desc "Execution-time analysis for C, by measurement, per basic block"
  homepage "https://ipoint.invalid"
  url "https://ipoint.invalid/releases/v0.9.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0" => { with: "LLVM-exception" }

  depends_on "boost" => :build
  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "clp"
  depends_on "coinutils"
  depends_on "expat"
  depends_on :linux
  depends_on "llvm"
  depends_on "sqlite"
  depends_on "zstd"

  # What the pages are made with, as npm has it: chart.js 3.9.1, d3-hierarchy 1.1.9, highlight.js 9.18.5. The addresses and
  # checksums of these archives go here.
  WEB = %w[chart.js d3-hierarchy highlight.js].freeze
  WEB.each do |name|
    resource name do
      url "https://ipoint.invalid/web/#{name}.tgz"
      sha256 "0000000000000000000000000000000000000000000000000000000000000000"
    end
  end

  def install
    WEB.each { |name| resource(name).stage buildpath/"web"/name }
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DIPOINT_CCACHE=OFF", "-DBUILD_TESTING=OFF",
           "-DIPOINT_CHART_JS=#{buildpath}/web/chart.js/dist/chart.min.js",
           "-DIPOINT_HIERARCHY_JS=#{buildpath}/web/d3-hierarchy/dist/d3-hierarchy.min.js",
           "-DIPOINT_HIGHLIGHT_JS=#{buildpath}/web/highlight.js/lib/highlight.js",
           "-DIPOINT_HIGHLIGHT_C_JS=#{buildpath}/web/highlight.js/lib/languages/cpp.js", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"main.c").write "int main(void) { return 0; }"
    system bin/"ipoint-cc", "gcc", "main.c", "-o", "main"
    system bin/"ipoint-run", "-o", "trace", "--", "./main"
    assert_match "main", shell_output("#{bin}/ipoint-report text trace")
  end
end
