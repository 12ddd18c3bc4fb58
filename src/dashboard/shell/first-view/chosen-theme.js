// Runs in the head of the document, so that nothing is painted in another theme than the chosen one.
const theme = (() => {
  try {
    return localStorage.getItem('storehand-theme')
  } catch {
    // Storage can be blocked.
    return null
  }
})()
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
