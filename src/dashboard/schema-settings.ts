// Our pages forbid code made from text. Schemas try it once as they are built, and the browser reports that.
// It is set where the library looks for it, because most screens never load the library. Import it before any other module of ours.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
