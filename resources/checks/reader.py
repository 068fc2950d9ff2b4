"""Walks a syntax tree once and collects where names are read and what is imported, scope by scope."""

import ast

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DYNAMIC = {"exec", "globals", "vars", "locals"}


class Scope:
    def __init__(self, node, parent):
        self.node = node
        self.parent = parent
        self.name = getattr(node, "name", None)
        self.is_class = isinstance(node, ast.ClassDef)
        self.loads = []


class Reader(ast.NodeVisitor):
    """Collects where names are read, by scope, and what surrounds the reading."""

    def __init__(self, lazy_annotations):
        self.scope = Scope(None, None)
        self.scopes = [self.scope]
        self.bound = set()
        self.deleted = set()
        self.mentioned = {}
        self.imports = []
        self.star = False
        self.dynamic = False
        self.guards = 0
        self.import_guards = 0
        self.lazy_annotations = lazy_annotations
        self.quoted = 0

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Load):
            excuse = "this annotation is never evaluated" if self.quoted else "the script catches this error" if self.guards else ""
            self.scope.loads.append((node.id, node.lineno, node.col_offset, excuse))
            self.mention(node.id)
        elif self.scope.parent is None and isinstance(node.ctx, ast.Store):
            self.bound.add(node.id)
        elif self.scope.parent is None:
            self.deleted.add(node.id)

    def visit_Attribute(self, node):
        self.mention(node.attr)
        self.generic_visit(node)

    def visit_Constant(self, node):
        # A name in a string may be a method that is called by name.
        if isinstance(node.value, str) and node.value.isidentifier():
            self.mention(node.value)

    def mention(self, name):
        self.mentioned.setdefault(name, set()).add(self.scope)

    def visit_Call(self, node):
        if isinstance(node.func, ast.Name) and node.func.id in DYNAMIC:
            self.dynamic = True
        self.generic_visit(node)

    def visit_FunctionDef(self, node):
        self.bind(node.name)
        for each in node.decorator_list + node.args.defaults + [d for d in node.args.kw_defaults if d]:
            self.visit(each)
        arguments = node.args.args + node.args.kwonlyargs + getattr(node.args, "posonlyargs", [])
        arguments += [a for a in (node.args.vararg, node.args.kwarg) if a]
        self.annotations([a.annotation for a in arguments] + [node.returns])
        self.inside(node, node.body)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        for each in node.args.defaults + [d for d in node.args.kw_defaults if d]:
            self.visit(each)
        self.inside(node, [node.body])

    def visit_ClassDef(self, node):
        self.bind(node.name)
        for each in node.decorator_list + node.bases + node.keywords:
            self.visit(each)
        self.inside(node, node.body)

    def comprehension(self, node):
        self.visit(node.generators[0].iter)
        self.inside(node, list(ast.iter_child_nodes(node)))

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehension

    def inside(self, node, children):
        outer, self.scope = self.scope, Scope(node, self.scope)
        self.scopes.append(self.scope)
        guards, self.guards = self.guards, 0
        imports, self.import_guards = self.import_guards, 0
        for child in children:
            self.visit(child)
        self.scope, self.guards, self.import_guards = outer, guards, imports

    def visit_AnnAssign(self, node):
        # The annotation of a local variable is never evaluated.
        local = isinstance(self.scope.node, FUNCTIONS) and isinstance(node.target, ast.Name)
        self.quoted += local
        self.annotations([node.annotation])
        self.quoted -= local
        self.visit(node.target)
        if node.value:
            self.visit(node.value)

    def annotations(self, nodes):
        self.quoted += self.lazy_annotations
        for node in nodes:
            if node is not None:
                self.visit(node)
        self.quoted -= self.lazy_annotations

    def visit_Try(self, node):
        caught = [name for handler in node.handlers for name in caught_names(handler)]
        names = any(name in ("", "Exception", "BaseException", "NameError") for name in caught)
        imports = any(name in ("", "Exception", "BaseException", "ImportError", "ModuleNotFoundError") for name in caught)
        self.guards += names
        self.import_guards += imports
        for each in node.body:
            self.visit(each)
        self.guards -= names
        self.import_guards -= imports
        for each in node.handlers + node.orelse + node.finalbody:
            self.visit(each)

    visit_TryStar = visit_Try

    def visit_ExceptHandler(self, node):
        if node.name:
            self.bind(node.name)
        # What only runs after a failure need not be there.
        self.import_guards += 1
        self.generic_visit(node)
        self.import_guards -= 1

    def visit_If(self, node):
        # `if TYPE_CHECKING`, `if sys.version_info`: an import there may never run.
        self.visit(node.test)
        self.import_guards += 1
        for each in node.body + node.orelse:
            self.visit(each)
        self.import_guards -= 1

    def visit_Import(self, node):
        for alias in node.names:
            self.bind(alias.asname or alias.name.split(".")[0])
            self.add_import(alias.name, node)

    def visit_ImportFrom(self, node):
        for alias in node.names:
            if alias.name == "*":
                self.star = True
            else:
                self.bind(alias.asname or alias.name)
        if not node.level:
            self.add_import(node.module, node)

    def add_import(self, module, node):
        certain = self.scope.parent is None and not self.import_guards
        self.imports.append((module, node.lineno, node.col_offset, certain))

    def visit_MatchAs(self, node):
        if node.name:
            self.bind(node.name)
        self.generic_visit(node)

    visit_MatchStar = visit_MatchAs

    def visit_MatchMapping(self, node):
        if node.rest:
            self.bind(node.rest)
        self.generic_visit(node)

    def bind(self, name):
        if self.scope.parent is None:
            self.bound.add(name)


def caught_names(handler):
    if handler.type is None:
        return [""]
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return [t.id for t in types if isinstance(t, ast.Name)]
