// `npm run bench`: one shop on both engines (`-- --keep` writes its figures into bench/report/last-run.md); `-- million`: 500 shops with a million
// applicants; `-- screens`: in a browser; `-- streams`: many live streams of one organization; `-- submit`: an application
// with and without a file; `-- cvs <folder>`: the texts of files; `-- load`: requests at a rate, and a ledger; `-- move`: the embedded engine's data to a server.
const [part = '--', folder] = process.argv.slice(2)
if (part.startsWith('--')) await import('./one-shop.ts')
else if (part === 'million') await import('./million/million.ts')
else if (part === 'screens') await import('./screens.ts')
else if (part === 'streams') await import('./load/streams.ts')
else if (part === 'submit') await import('./submit.ts')
else if (part === 'load') await import('./load/load-held.ts')
else if (part === 'move') await import('./move.ts')
else if (part === 'cvs' && folder !== undefined) {
  const { readFolder } = await import('./cvs.ts')
  await readFolder(folder)
} else {
  console.error(
    'There is `npm run bench`, and it with `-- million`, `-- screens`, `-- streams`, `-- submit`, `-- cvs <folder>`, `-- load` or `-- move`.',
  )
  process.exitCode = 1
}
