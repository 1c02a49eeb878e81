// A process of its own, as on a cold start: prints how many milliseconds the import of one file took.
const [, , file = ''] = process.argv
const began = performance.now()
await import(file)
process.stdout.write(String(performance.now() - began))
