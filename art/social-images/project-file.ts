import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** A file of the project, named from its root, which is where its commands run. By path and not by import: the built
 *  code that draws the pictures lies elsewhere than its source. */
export const projectFile = (path: string): Buffer => readFileSync(resolve(path))
