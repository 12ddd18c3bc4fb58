// The layout of the stand-in's pages: plain, and marked so that they are not mistaken for the real platform.
import { escapeHtml } from '#domain/escape-html.ts'

const style = `
:root { color-scheme: light }
body { margin: 0; font: 16px/24px system-ui, sans-serif; color: #202223; background: #f1f2f4 }
.mark { background: #303030; color: #fff; font-size: 13px; padding: 6px 16px }
main { max-width: 640px; margin: 32px auto; padding: 24px; background: #fff; border: 1px solid #dcdfe3; border-radius: 8px }
main.wide { max-width: 1200px; padding: 0; border: 0; background: none }
h1 { font-size: 22px; line-height: 28px; margin: 0 0 12px }
.store { color: #616161; margin: 0 0 4px }
button { font: inherit; font-weight: 600; padding: 8px 16px; border: 0; border-radius: 8px; background: #303030; color: #fff; cursor: pointer }
a { color: #1f5199 } code { font-size: 14px }
iframe { display: block; width: 100%; min-height: 760px; border: 1px solid #dcdfe3; background: #fff }
nav { display: flex; gap: 16px; padding: 12px 16px }
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
