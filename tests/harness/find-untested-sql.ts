import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import ts from 'typescript'
import type { Reporter, TestModule, TestProject } from 'vitest/node'

const ROOT = resolve(import.meta.dirname, '../..')
const FOLDERS = ['src/server', 'scripts/doctor']

// The compiler checks the columns of the query builder. Raw SQL is only checked when a test runs it, so that renaming a
// column can only fail a test if every `sql` template is run by one.

/** Vite plugin: has `tag-raw-sql.ts` record when a test compiles a `sql` template. */
export const recordRawSql = {
  name: 'record-raw-sql',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    const file = relative(ROOT, id)
    if (!FOLDERS.some((folder) => file.startsWith(`${folder}/`))) return undefined
    return { code: findTemplates(file, code).reduceRight(replaceTag, code), map: null }
  },
}

/** Reporter: fails a run of all tests that leaves out a `sql` template. */
export const findUntestedSql: Reporter = {
  async onTestRunEnd(modules, _errors, reason) {
    const project = modules.find((module) => module.project.name === 'server')?.project
    if (reason !== 'passed' || !project || !(await isWhole(project, modules))) return
    const untested = listUntested(modules)
    if (untested.length === 0) return
    console.error(
      `\nNo test runs this SQL, so a renamed column would break it unnoticed:\n${untested.join('\n')}`,
    )
    process.exitCode = 1
  },
}

async function isWhole(project: TestProject, modules: readonly TestModule[]): Promise<boolean> {
  const { testFiles } = await project.globTestFiles()
  const run = modules.filter((module) => module.project === project)
  return run.length === testFiles.length && project.config.testNamePattern === undefined
}

function listUntested(modules: readonly TestModule[]): string[] {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const compiled = new Set(tests.flatMap((test) => test.meta().rawSql ?? []))
  const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT }))
  const positions = files.flatMap((file) =>
    findTemplates(file, readFileSync(join(ROOT, file), 'utf8')).map(({ position }) => position),
  )
  return positions.filter((position) => !compiled.has(position))
}

/** A template's place in the project, and that of its tag with type arguments in the code. */
interface Template {
  position: string
  start: number
  end: number
}

function findTemplates(file: string, code: string): Template[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
  const found: Template[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') {
      const start = node.getStart()
      const { line, character } = source.getLineAndCharacterOfPosition(start)
      found.push({ position: `${file}:${line + 1}:${character + 1}`, start, end: node.template.getStart() })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const replaceTag = (code: string, { position, start, end }: Template) =>
  `${code.slice(0, start)}tagRawSql('${position}', sql)${code.slice(end)}`
