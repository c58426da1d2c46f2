# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds traces and profiles in folders and object stores, and brings them to where they are read."""
import hashlib
import pathlib
from dataclasses import dataclass

from pyarrow import fs


@dataclass(frozen=True)
class Source:
    """A profile (a file) or a trace (a folder with a file `metadata`), by its URL or path."""
    path: str


def open_store(url: str) -> tuple[fs.FileSystem, str]:
    """The file system of `url`, and the path in it."""
    if "://" in url:
        return fs.FileSystem.from_uri(url)
    return fs.LocalFileSystem(), str(pathlib.Path(url).absolute())


def _prefix(url: str, path: str) -> str:
    """What stands before a path of the store to make it a URL again."""
    return url[:len(url) - len(path)] if "://" in url and url.endswith(path) else ""


def find(urls: list[str]) -> list[Source]:
    """All traces and profiles below `urls`, in the order of their paths. Raises FileNotFoundError."""
    result = set()
    for url in urls:
        store, path = open_store(url)
        before = _prefix(url, path)
        info = store.get_file_info(path)
        if info.type == fs.FileType.NotFound:
            raise FileNotFoundError(f"{url}: no such file or folder")
        if info.type == fs.FileType.File:
            result.add(before + path)
            continue
        files = [f.path for f in store.get_file_info(fs.FileSelector(path, recursive=True))
                 if f.type == fs.FileType.File and not any(p.startswith(".") for p in f.path[len(path):].split("/"))]
        traces = {f.rpartition("/")[0] for f in files if f.endswith("/metadata")}
        result |= {before + t for t in traces}
        result |= {before + f for f in files if not any(f.startswith(t + "/") for t in _above(f) & traces)}
    return [Source(p) for p in sorted(result)]


def _above(path: str) -> set[str]:
    return {str(p) for p in pathlib.PurePosixPath(path).parents}


def fetch(source: Source, folder: pathlib.Path) -> tuple[pathlib.Path, str, int]:
    """A local path of `source`, copied into `folder` where it is elsewhere; the hash of what it holds, and its bytes."""
    store, path = open_store(source.path)
    if isinstance(store, fs.LocalFileSystem):
        local = pathlib.Path(path)
    else:
        folder.mkdir(exist_ok=True)
        local = folder / pathlib.PurePosixPath(path).name
        fs.copy_files(path, str(local), source_filesystem=store, destination_filesystem=fs.LocalFileSystem())
    digest, size = hashlib.sha256(), 0
    for file in sorted(p for p in local.rglob("*") if p.is_file()) if local.is_dir() else [local]:
        data = file.read_bytes()
        size += len(data)
        # Names and sizes as well: two files are not one that has their bytes.
        digest.update(f"{file.relative_to(local)}\0{len(data)}\0".encode())
        digest.update(data)
    return local, digest.hexdigest()[:32], size
