// `npm run bench`: one shop on both engines; `npm run bench -- million`: 500 shops with a million applicants on Postgres.
const [part = 'one-shop', ...others] = process.argv.slice(2)
if (part === 'one-shop' && others.length === 0) await import('./one-shop.ts')
else if (part === 'million') await import('./million.ts')
else {
  console.error('There is `npm run bench` and `npm run bench -- million`.')
  process.exitCode = 1
}
