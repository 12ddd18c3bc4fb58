// Runs on a job's page: shares its address by the device's own menu, or copies it. Without either, and without scripts, the link
// opens a mail.
{
  const link = document.querySelector('.share')
  link.addEventListener('click', (event) => {
    const { clipboard } = navigator
    if (!navigator.share && !clipboard) return
    event.preventDefault()
    const { href: url } = document.querySelector('[rel=canonical]')
    const shared = navigator.share
      ? navigator.share({ title: document.title, url })
      : clipboard.writeText(url).then(() => (link.nextSibling.textContent = link.dataset.copied))
    // The menu was closed again.
    shared.catch(() => {})
  })
}
