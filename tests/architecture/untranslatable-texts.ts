import ts from 'typescript'

/** Names of props that hold elements, never bare text. */
const HOLD_ELEMENTS = new Set([
  'children',
  'outcome',
  'fields',
  'button',
  'empty',
  'badges',
  'loading',
  'missing',
])

/**
 * Returns a message for each text in JSX that breaks when the browser translates the page. A translator replaces text
 * nodes by `<font>` elements, after which React cannot change a text beside other children, remove it or insert before it.
 * Text that changes therefore stands alone in its element, and text that stays does not follow what comes and goes.
 * The check goes by syntax: any expression counts as text but markup, lists of it, and the names above.
 * https://github.com/facebook/react/issues/11538
 */
export function untranslatableTexts(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const tell = (node: ts.Node, what: string) => found.push(`${file}: ${what}: ${node.getText()}`)
  const isText = textIn(source)
  const visit = (node: ts.Node) => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter((child) => !isBlank(child))
      const isAlone = children.length === 1 && ts.isJsxElement(node)
      const changing = children.filter(isExpression)
      for (const child of isAlone ? [] : changing.filter(({ expression }) => isText(expression)))
        tell(child, 'text that changes has siblings')
      const first = changing.find(({ expression }) => !isText(expression) && !isConstant(expression))
      for (const child of children.filter(ts.isJsxText))
        if (first && first.pos < child.pos)
          tell(child, `text follows ${first.getText()}, which comes and goes`)
    }
    if (isComponent(node))
      for (const result of resultsOf(node)) if (isText(result)) tell(result, 'component returns text')
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

type Expression = ts.JsxExpression & { expression: ts.Expression }

const isExpression = (node: ts.Node): node is Expression =>
  ts.isJsxExpression(node) && node.expression !== undefined

const isBlank = (node: ts.JsxChild) =>
  ts.isJsxText(node)
    ? node.text.trim() === ''
    : ts.isJsxExpression(node) &&
      (!node.expression || (ts.isStringLiteral(node.expression) && node.expression.text.trim() === ''))

/** Returns whether an expression is always the same: a constant, the clinic's details, or what a component was given. */
const isConstant = (node: ts.Expression) => /^(?:[A-Z_]+|clinic\..*|children)$/.test(node.getText())

/** Returns a function that says whether an expression of this file may be text that changes. */
function textIn(source: ts.SourceFile): (node: ts.Expression) => boolean {
  const constants = new Map<string, ts.Expression>()
  const collect = (node: ts.Node) => {
    if (ts.isVariableDeclaration(node) && node.initializer)
      constants.set(node.name.getText(), node.initializer)
    ts.forEachChild(node, collect)
  }
  collect(source)

  function isText(node: ts.Expression): boolean {
    if (isConstant(node)) return false
    if (ts.isParenthesizedExpression(node)) return isText(node.expression)
    if (ts.isConditionalExpression(node)) return isText(node.whenTrue) || isText(node.whenFalse)
    if (ts.isBinaryExpression(node)) {
      if (node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return isText(node.right)
      return isText(node.left) || isText(node.right)
    }
    if (ts.isCallExpression(node)) {
      const { expression: called, arguments: given } = node
      if (!ts.isPropertyAccessExpression(called) || called.name.text !== 'map') return isText(called)
      return given.some((each) => resultsOf(each).some(isText))
    }
    if (ts.isPropertyAccessExpression(node)) return !HOLD_ELEMENTS.has(node.name.text)
    if (ts.isIdentifier(node)) {
      const value = constants.get(node.text)
      return node.text !== 'undefined' && !HOLD_ELEMENTS.has(node.text) && (!value || isText(value))
    }
    const isMarkup = ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)
    return !isMarkup && node.kind !== ts.SyntaxKind.NullKeyword && node.kind !== ts.SyntaxKind.FalseKeyword
  }
  return isText
}

function isComponent(node: ts.Node): boolean {
  if (ts.isFunctionDeclaration(node)) return /^[A-Z]/.test(node.name?.text ?? '')
  if (!ts.isArrowFunction(node) || !ts.isVariableDeclaration(node.parent)) return false
  return /^[A-Z][a-z]/.test(node.parent.name.getText())
}

/** Returns what a function returns, without those within it. */
function resultsOf(node: ts.Node): ts.Expression[] {
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return [node.body]
  if (!ts.isFunctionLike(node)) return []
  const results: ts.Expression[] = []
  const visit = (inner: ts.Node) => {
    if (ts.isReturnStatement(inner) && inner.expression) results.push(inner.expression)
    if (!ts.isFunctionLike(inner)) ts.forEachChild(inner, visit)
  }
  ts.forEachChild(node, visit)
  return results
}
