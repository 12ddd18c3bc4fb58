// The list of jobs in a page of the shop: without this script it has all jobs with all their text. It narrows the list, shows a
// job alone at its own address (?job=…) with its data for search engines, and opens the form in place where the block says so.
{
  const wanted = new URLSearchParams(location.search).get('job')

  /** A job for several shops has several places. */
  const valuesOf = (job, by) => (job.dataset[by] ?? '').split('|')

  /** `values`: what the jobs have of it. A choice of one thing is none. */
  const fill = (select, values) => {
    const different = [...new Set(values)].filter(Boolean).sort()
    select.append(...different.map((value) => new Option(value, value)))
    select.closest('label').hidden = different.length < 2
    return different.length > 1
  }

  const narrow = (root, jobs) => {
    const filters = root.querySelector('[data-filters]')
    const selects = [...filters.querySelectorAll('select')]
    const useful = selects.map((select) =>
      fill(
        select,
        jobs.flatMap((job) => valuesOf(job, select.dataset.by)),
      ),
    )
    filters.hidden = !useful.includes(true)
    filters.addEventListener('change', () => {
      for (const job of jobs) {
        job.hidden = selects.some(
          ({ value, dataset }) => value && !valuesOf(job, dataset.by).includes(value),
        )
      }
      // Said by screen readers, which see nothing of what went.
      const found = jobs.filter(({ hidden }) => !hidden).length
      const status = filters.querySelector('[role=status]')
      status.textContent = found
        ? status.dataset.found.replace('%', found.toLocaleString(root.dataset.lang))
        : status.dataset.none
    })
  }

  const showAlone = (root, jobs, chosen) => {
    for (const job of jobs) job.hidden = job !== chosen
    chosen.open = true
    root.querySelector('[data-filters]').hidden = true
    root.querySelector('[data-all]').hidden = false
    document.title = `${chosen.querySelector('h3').textContent} – ${document.title}`
    const data = chosen.querySelector('[data-posting]')
    if (!data) return
    const posting = document.createElement('script')
    posting.type = 'application/ld+json'
    posting.textContent = data.textContent
    document.head.append(posting)
  }

  /** The widget's frame below the button, at its first step; careers.js lets it grow. */
  const openForm = (root, job, link) => {
    const { app, shop, lang, loader } = root.dataset
    const address = new URL('/embed', app)
    const query = {
      shop,
      lang,
      theme: 'auto',
      powered: 'false',
      step: 'consent',
      roleId: job.dataset.job,
    }
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    const frame = document.createElement('iframe')
    frame.dataset.storehand = ''
    frame.title = link.getAttribute('aria-label')
    frame.src = address.href
    link.closest('p').after(frame)
    link.hidden = true
    if (document.querySelector(`script[src="${CSS.escape(loader)}"]`)) return
    const script = document.createElement('script')
    script.src = loader
    document.head.append(script)
  }

  const setUp = (root) => {
    if (root.dataset.isReady) return
    root.dataset.isReady = '1'
    const jobs = [...root.querySelectorAll('[data-job]')]
    narrow(root, jobs)
    const chosen = jobs.find(({ dataset }) => dataset.job === wanted)
    if (chosen) showAlone(root, jobs, chosen)
    if (root.dataset.form !== 'place') return
    root.addEventListener('click', (event) => {
      const link = event.target.closest('[data-apply]')
      // Another tab, or a window of its own: as with every link.
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      openForm(root, link.closest('[data-job]'), link)
    })
  }

  const setUpAll = () => document.querySelectorAll('[data-storehand-list]').forEach(setUp)
  setUpAll()
  // The theme editor draws a section again when its settings change.
  document.addEventListener('shopify:section:load', setUpAll)
}
