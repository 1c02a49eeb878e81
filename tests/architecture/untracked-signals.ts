import ts from 'typescript'

/**
 * Returns a message for each component or hook that reads the `value` of a signal without `useSignals()`, without which
 * it never renders again. The check goes by names, not types: every `.value` counts but those
 * of an event's target and of a field's props.
 */
export function untrackedSignals(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  return source.statements
    .filter(ts.isFunctionDeclaration)
    .filter(({ name }) => name && /^(?:[A-Z]|use[A-Z])/.test(name.text))
    .filter((component) => readsSignal(component) && !callsUseSignals(component))
    .map(({ name }) => `${file}: ${name?.text} reads a signal without useSignals()`)
}

function readsSignal(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'value' && !isWritten(node))
    return !/(?:^|\.)(?:target|currentTarget|current|field)!?$/.test(node.expression.getText())
  return ts.forEachChild(node, (child) => readsSignal(child) || undefined) ?? false
}

const isWritten = (node: ts.Node) =>
  ts.isBinaryExpression(node.parent) &&
  node.parent.left === node &&
  node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken

function callsUseSignals(node: ts.Node): boolean {
  if (ts.isCallExpression(node) && node.expression.getText() === 'useSignals') return true
  return ts.forEachChild(node, (child) => callsUseSignals(child) || undefined) ?? false
}
