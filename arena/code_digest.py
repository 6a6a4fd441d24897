"""Digests of bots' code, so that a log says which version of a bot played."""

import importlib.util
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path


def digest_files(files: Mapping[str, Path]) -> str:
    """Return the BLAKE2b-256 digest, in hex, of some files by their posix paths.

    Over the sorted paths: the path, a zero byte, the bytes with line feeds alone, a zero byte. A
    file that holds a zero byte itself is binary and does not count.
    """
    digest = blake2b(digest_size=32)
    for name in sorted(files):
        data = files[name].read_bytes().replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if b"\0" not in data:
            digest.update(name.encode() + b"\0" + data + b"\0")
    return digest.hexdigest()


def package_files(top: str, data_files: tuple[str, ...] = ()) -> dict[str, Path]:
    """Return the Python files of a top-level package, and its declared data, by posix path.

    Nothing is imported. Empty where the package cannot be found or has no files of its own.

    Args:
        top: the name of the package or module.
        data_files: patterns, relative to the package's folder.
    """
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return {}
    if spec is None:
        return {}
    if spec.submodule_search_locations is None:
        origin = Path(spec.origin or "")
        return {origin.name: origin} if origin.suffix == ".py" else {}
    files: dict[str, Path] = {}
    for location in spec.submodule_search_locations:
        root = Path(location)
        for pattern in ("**/*.py", *data_files):
            for path in root.glob(pattern):
                if path.is_file():
                    files[f"{top}/{path.relative_to(root).as_posix()}"] = path
    return files
