import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const entry = fileURLToPath(new URL('browser/stripe-js.ts', import.meta.url))

let script: Promise<string> | undefined

/** Bundles the stand-in for https://js.stripe.com into one script, once. */
export function browserScript(): Promise<string> {
  return (script ??= bundle())
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    target: 'es2023',
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}
