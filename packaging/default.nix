# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Nix's expression, for Linux: nix-build packaging. The pages' libraries are npm's; name folders that hold them where Nixpkgs
# has none: chartJs (dist/chart.min.js), d3Hierarchy (dist/d3-hierarchy.min.js), highlightJs (lib/highlight.js, lib/languages/cpp.js).
{ pkgs ? import <nixpkgs> { }, chartJs, d3Hierarchy, highlightJs }:

let
  llvm = pkgs.llvmPackages_19;
in
pkgs.stdenv.mkDerivation {
  pname = "ipoint";
  version = "0.9.0";
  # Without what was built in it.
  src = builtins.path {
    name = "ipoint-source";
    path = ../.;
    filter = path: type: ! builtins.elem path [ (toString ../build) (toString ../.git) ];
  };

  nativeBuildInputs = [ pkgs.cmake pkgs.ninja pkgs.pkg-config ];
  buildInputs = [ llvm.llvm.dev llvm.libclang.dev pkgs.boost pkgs.clp pkgs.coin-utils pkgs.expat pkgs.sqlite pkgs.zlib pkgs.zstd ];

  cmakeFlags = [
    "-DIPOINT_CCACHE=OFF"
    "-DBUILD_TESTING=OFF"
    "-DIPOINT_CHART_JS=${chartJs}/dist/chart.min.js"
    "-DIPOINT_HIERARCHY_JS=${d3Hierarchy}/dist/d3-hierarchy.min.js"
    "-DIPOINT_HIGHLIGHT_JS=${highlightJs}/lib/highlight.js"
    "-DIPOINT_HIGHLIGHT_C_JS=${highlightJs}/lib/languages/cpp.js"
  ];

  doInstallCheck = true;
  installCheckPhase = ''
    echo 'int main(void) { return 0; }' > main.c
    $out/bin/ipoint-cc gcc main.c -o main
    $out/bin/ipoint-run -o trace -- ./main
    $out/bin/ipoint-report text trace
  '';

  meta = {
    description = "Execution-time analysis for C, by measurement, per basic block";
    license = with pkgs.lib.licenses; [ asl20 llvm-exception ];
    platforms = pkgs.lib.platforms.linux;
    mainProgram = "ipoint-report";
  };
}
