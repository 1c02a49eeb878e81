import ts from 'typescript'

const LOADERS = new Set(['loadPart', 'lazyPart'])

/** Returns a message for each dynamic import that is not tried again and explained, as `loadPart` and `lazyPart` do. */
export function unguardedImports(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const imports: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.ImportKeyword && ts.isCallExpression(node.parent)) imports.push(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return imports
    .filter((node) => !isGuarded(node) && !isLoader(node, source))
    .map((node) => `${file}: ${node.parent.getText()} is not loaded with loadPart or lazyPart`)
}

function isGuarded(node: ts.Node): boolean {
  const { parent } = node
  if (!(parent as ts.Node | undefined)) return false
  return (ts.isCallExpression(parent) && LOADERS.has(parent.expression.getText())) || isGuarded(parent)
}

/** Whether it stands in functions of a constant that is passed to one of them: the tabs of the portal. */
function isLoader(node: ts.Node, source: ts.SourceFile): boolean {
  const names: string[] = []
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent)
    if (ts.isVariableDeclaration(at)) names.push(at.name.getText())
  return names.some((name) =>
    new RegExp(String.raw`\b(?:loadPart|lazyPart)\((?:async )?\(\) => \(?(?:await )?${name}\b`).test(
      source.text,
    ),
  )
}
