"""Compiles a script and lists the names that nothing defines, as one line of JSON.

Runs in the interpreter that will run the script, isolated and without site (-I -S). The script is only compiled, never
run, and no module is imported for it. Usage: names.py SCRIPT [PREFIX ...], where packages are installed below the prefixes.
"""

import ast
import builtins
import importlib.machinery
import json
import os
import site
import symtable
import sys
import warnings

# Isolated Python leaves the folder of the script out. Ours is put back for the one import.
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from reader import FUNCTIONS, Reader  # noqa: E402

del sys.path[0]

MODULE_NAMES = {
    "__file__", "__name__", "__doc__", "__package__", "__loader__", "__spec__", "__builtins__", "__annotations__", "__path__",
    "__cached__", "__dict__", "__debug__", "__class__", "__module__", "__qualname__", "__conditional_annotations__",
    "__static_attributes__", "__firstlineno__", "__type_params__", "__classdict__",
}
# Added by site, which -S leaves out.
SITE_NAMES = {"exit", "quit", "copyright", "credits", "license", "help"}


def tables(table):
    yield table
    for child in table.get_children():
        for each in tables(child):
            yield each


def global_reads(top):
    """Names that some scope reads from the module, and those that a `global` statement makes some function define."""
    read, made = set(), set()
    for table in tables(top):
        for symbol in table.get_symbols():
            name = symbol.get_name()
            if table is top:
                if symbol.is_referenced():
                    read.add(name)
            elif symbol.is_global():
                if symbol.is_referenced():
                    read.add(name)
                if symbol.is_declared_global() and (symbol.is_assigned() or symbol.is_imported()):
                    made.add(name)
    return read, made


def local_names(top):
    """(line, name of scope) of every scope, with the names that are its own or an enclosing function's."""
    found = {}
    for table in tables(top):
        if table is not top:
            names = set(s.get_name() for s in table.get_symbols() if not s.is_global())
            found.setdefault((table.get_lineno(), table.get_name()), set()).update(names)
    return found


SCOPE_NAMES = {"Lambda": "lambda", "ListComp": "listcomp", "SetComp": "setcomp", "DictComp": "dictcomp", "GeneratorExp": "genexpr"}


def is_local(scope, name, local):
    """A name that a class body defines is not seen by the functions in it, but those of functions are by what is in them."""
    own = scope
    while scope.node is not None:
        key = (scope.node.lineno, scope.name or SCOPE_NAMES.get(type(scope.node).__name__))
        if (scope is own or not scope.is_class) and name in local.get(key, ()):
            return True
        scope = scope.parent
    return False


def may_run(scope, reader):
    """False in a function that nothing mentions and no base class can call, and in the methods of a class that nothing mentions."""
    in_function = False
    while scope.node is not None:
        node, holder = scope.node, scope.parent
        if isinstance(node, FUNCTIONS):
            in_function = True
            inherited = holder.is_class and (node.name.startswith("__") or holder.node.bases or holder.node.keywords)
            if not inherited and not node.decorator_list and not is_mentioned(node.name, scope, reader):
                return False
        elif scope.is_class and in_function and not node.decorator_list and not is_mentioned(node.name, scope, reader):
            return False
        scope = holder
    return True


def is_mentioned(name, scope, reader):
    return any(not within(other, scope) for other in reader.mentioned.get(name, ()))


def within(scope, outer):
    while scope is not None:
        if scope is outer:
            return True
        scope = scope.parent
    return False


def undefined_names(tree, source, filename):
    lazy = any(
        isinstance(node, ast.ImportFrom) and node.module == "__future__" and any(a.name == "annotations" for a in node.names)
        for node in tree.body
    )
    reader = Reader(lazy or sys.version_info >= (3, 14))
    reader.visit(tree)
    top = symtable.symtable(source, filename, "exec")
    read, made = global_reads(top)
    local = local_names(top)
    known = set(dir(builtins)) | MODULE_NAMES | SITE_NAMES | reader.bound | made
    # Bound by nothing but a `del`, symtable takes a name for assigned.
    missing = set(name for name in read if name not in known and not bound_at_top(top, name, reader))
    found = []
    for scope in reader.scopes:
        for name, line, column, excuse in scope.loads:
            if name not in missing or is_local(scope, name, local):
                continue
            certain = not (excuse or reader.star or reader.dynamic)
            certain = certain and may_run(scope, reader)
            why = "" if certain else uncertainty(excuse, reader)
            found.append({"name": name, "line": line, "column": column, "certain": certain, "why": why})
    found.sort(key=lambda each: (not each["certain"], each["line"], each["column"]))
    first = {}
    for each in found:
        first.setdefault(each["name"], each)
    return sorted(first.values(), key=lambda each: (each["line"], each["column"])), reader


def bound_at_top(top, name, reader):
    try:
        symbol = top.lookup(name)
    except KeyError:
        return False
    return (symbol.is_assigned() or symbol.is_imported()) and name not in reader.deleted - reader.bound


def uncertainty(excuse, reader):
    if reader.star:
        return "a star import may define it"
    if reader.dynamic:
        return "code that is made at run time may define it"
    return excuse or "nothing in the script calls the code that reads it"


def missing_imports(imports, folders):
    """Top-level modules that neither the standard library nor the folders hold. Nothing is imported."""
    found, seen = [], {}
    for module, line, column, certain in imports:
        root = module.split(".")[0]
        if root not in seen:
            seen[root] = root in sys.builtin_module_names or has_spec(root, folders)
        if not seen[root]:
            found.append({"module": module, "line": line, "column": column, "certain": certain})
    return found


def package_folders(prefixes):
    """Where packages are, `.pth` files included as far as they name folders; their code is not run."""
    folders = site.getsitepackages(list(prefixes) + [sys.prefix, sys.base_prefix]) + list(prefixes)
    for folder in list(folders):
        for name in os.listdir(folder) if os.path.isdir(folder) else []:
            if name.endswith(".pth"):
                with open(os.path.join(folder, name), "rb") as file:
                    lines = file.read(100000).decode("utf-8", "replace").splitlines()
                folders += [os.path.join(folder, line) for line in lines if line and not line.startswith(("import", "#"))]
    return [folder for folder in folders if os.path.isdir(folder)]


def has_spec(name, folders):
    if name in ("__main__", "__future__"):
        return True
    try:
        if importlib.machinery.PathFinder.find_spec(name, [p for p in sys.path if p]) is not None:
            return True
        return importlib.machinery.PathFinder.find_spec(name, folders) is not None
    except Exception:
        return False


def main(path, prefixes):
    with open(path, "rb") as file:
        source = file.read()
    answer = {"version": sys.version.split()[0], "syntax": None, "undefined": [], "imports": [], "warnings": []}
    sys.setrecursionlimit(5000)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            compile(source, "script.py", "exec", 0, True)
            tree = ast.parse(source, "script.py")
            answer["undefined"], reader = undefined_names(tree, source.decode("utf-8", "replace"), "script.py")
            answer["imports"] = missing_imports(reader.imports, package_folders(prefixes))
        except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
            answer["syntax"] = {
                "type": type(error).__name__,
                "message": getattr(error, "msg", None) or str(error),
                "line": getattr(error, "lineno", None),
                "column": getattr(error, "offset", None),
            }
    for warning in caught:
        if issubclass(warning.category, (SyntaxWarning, DeprecationWarning)):
            answer["warnings"].append(
                {"category": warning.category.__name__, "message": str(warning.message), "line": warning.lineno}
            )
    print(json.dumps(answer))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
