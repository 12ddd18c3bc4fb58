// The layout of the stand-in's pages: plain, and marked so that they are not mistaken for the real platform.
import { escapeHtml } from '#domain/texts/escape-html.ts'

const style = `
:root { color-scheme: light }
body { margin: 0; font: 16px/24px system-ui, sans-serif; color: #202223; background: #f1f2f4 }
.mark { background: #303030; color: #fff; font-size: 13px; padding: 6px 16px }
main { max-width: 640px; margin: 32px auto; padding: 24px; background: #fff; border: 1px solid #dcdfe3; border-radius: 8px }
main.wide { max-width: none; margin: 0; padding: 0; border: 0; background: none }
h1 { font-size: 22px; line-height: 28px; margin: 0 0 12px }
.store { color: #616161; margin: 0 0 4px }
button { font: inherit; font-weight: 600; padding: 8px 16px; border: 0; border-radius: 8px; background: #303030; color: #fff; cursor: pointer }
a { color: #1f5199 } code { font-size: 14px }
iframe { display: block; width: 100%; height: calc(100dvh - 84px); border: 0; background: #f1f1f1 }
iframe.extension { height: 220px; border: 1px solid #dcdfe3; border-radius: 8px; background: #fff }
dialog { width: min(620px, 100vw - 32px); padding: 0; border: 0; border-radius: 12px; overflow: hidden }
dialog::backdrop { background: rgb(0 0 0 / .4) }
dialog iframe.extension { height: min(480px, 80dvh); border: 0; border-radius: 0 }
.admin { display: flex }
.app { flex: 1; min-width: 0 }
.title { padding: 6px 16px; background: #fff; border-bottom: 1px solid #dcdfe3; font-size: 14px }
nav { display: grid; align-content: start; gap: 2px; width: 200px; flex: none; padding: 12px; font-size: 14px }
nav a { padding: 3px 8px; border-radius: 8px; color: #303030; text-decoration: none }
nav a[aria-current] { background: #fff; font-weight: 600 }
#menu { display: grid; padding-left: 16px }
#save-bar { display: flex; justify-content: space-between; align-items: center; padding: 6px 16px; background: #1a1a1a; color: #fff; position: sticky; top: 0 }
#save-bar[hidden] { display: none }
#toast { position: fixed; bottom: 24px; left: 50%; translate: -50%; margin: 0; padding: 8px 16px; border-radius: 8px; background: #303030; color: #fff }
#toast:empty { display: none }
#toast.error { background: #c70a24 }
@media (max-width: 700px) {
  .admin { display: block }
  nav { width: auto; grid-auto-flow: column; overflow-x: auto; justify-content: start }
  #menu { grid-auto-flow: column; padding: 0; white-space: nowrap }
}
`

export const page = (title: string, body: string, { isWide = false } = {}) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · demo store</title>
<style>${style}</style>
</head>
<body>
<div class="mark">Demo store. This is not Shopify; it stands in for it.</div>
<main${isWide ? ' class="wide"' : ''}>${body}</main>
</body>
</html>`
