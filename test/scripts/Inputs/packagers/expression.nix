# What Nix makes of packaging/default.nix, without Nixpkgs: packages are their names.
{ expression }:
let
  package = name: { outPath = "/nowhere/${name}"; dev = "/nowhere/${name}-dev"; };
  pkgs = builtins.listToAttrs (map (name: { inherit name; value = package name; })
    [ "boost" "clp" "cmake" "coin-utils" "expat" "ninja" "pkg-config" "sqlite" "zlib" "zstd" ]) // {
    stdenv.mkDerivation = attributes: attributes;
    llvmPackages_19 = { llvm = package "llvm"; libclang = package "libclang"; };
    lib = { licenses = { asl20 = "Apache-2.0"; llvm-exception = "LLVM-exception"; }; platforms.linux = [ "x86_64-linux" ]; };
  };
  made = import expression { inherit pkgs; chartJs = "/chart"; d3Hierarchy = "/hierarchy"; highlightJs = "/highlight"; };
in
made // { src = "${made.src}"; }
