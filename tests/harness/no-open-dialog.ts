// An island's test has no page, so no dialog is open.
Object.assign(globalThis, { document: { querySelector: () => null } })
