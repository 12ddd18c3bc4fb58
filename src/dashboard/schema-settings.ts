// Our pages forbid `eval`. The schema library tries it once when schemas are built, and the browser reports that. The
// setting is a global that the library reads, because most screens never load the library. Import this before any other
// module of ours.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
