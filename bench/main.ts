// `npm run bench`: one shop on both engines; `-- million`: 500 shops with a million applicants; `-- screens`: in a browser.
const [part = 'one-shop', ...others] = process.argv.slice(2)
if (part === 'one-shop' && others.length === 0) await import('./one-shop.ts')
else if (part === 'million') await import('./million.ts')
else if (part === 'screens') await import('./screens.ts')
else {
  console.error(
    'There is `npm run bench`, `npm run bench -- million` and `npm run bench -- screens`.',
  )
  process.exitCode = 1
}
