// The pages of a PDF, rendered by pdf.js in a worker: scripts, links and requests in the file do nothing.
import { useEffect, useRef, useState } from 'react'
import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { t } from '#domain/texts/text.ts'
import { Button } from '../../ui/button.tsx'

import { Problem } from '../../ui/problem.tsx'
import { Spinner } from '../../ui/waiting.tsx'

const FIRST_PAGES = 3
const MORE_PAGES = 5
/** A page may declare any size; the canvas is limited. */
const CANVAS_PIXELS = 8_000_000
const TALLEST = 4

type Opened = { document: PDFDocumentProxy } | { problem: string; detail?: string } | undefined

export function PdfPages({
  content,
  name,
}: {
  content: Uint8Array<ArrayBuffer>
  /** The file's language, if it declares one. */
  name: string | null
}) {
  const [attempt, setAttempt] = useState(0)
  const opened = useDocument(content, attempt)
  const [shown, setShown] = useState(FIRST_PAGES)
  if (!opened) return <Waiting text={t('cv.loading')} />
  if ('problem' in opened) {
    return (
      <>
        <Problem text={opened.problem} onRetry={() => setAttempt((before) => before + 1)} />
        {opened.detail && <p className="mt-2 text-ink-2">{opened.detail}</p>}
      </>
    )
  }
  const { document } = opened
  const pages = Math.min(shown, document.numPages)
  const left = document.numPages - pages
  return (
    <div className="grid gap-3">
      {Array.from({ length: pages }, (_, index) => (
        <Page key={index} document={document} number={index + 1} name={name} />
      ))}
      {left > 0 && (
        <Button className="justify-self-center" onClick={() => setShown(pages + MORE_PAGES)}>
          {t('cv.showMorePages', { count: Math.min(left, MORE_PAGES) })}
        </Button>
      )}
    </div>
  )
}

/** Loaded when the first CV is opened, because it is a megabyte. */
async function openDocument(content: Uint8Array<ArrayBuffer>) {
  const pdfjs = await import('pdfjs-dist')
  const files = `/assets/pdfjs-${pdfjs.version}/`
  pdfjs.GlobalWorkerOptions.workerSrc = `${files}build/pdf.worker.min.mjs`
  return pdfjs.getDocument({
    // The bytes are transferred to the worker; showing it again needs another copy.
    data: content.slice(),
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    cMapUrl: `${files}cmaps/`,
    standardFontDataUrl: `${files}standard_fonts/`,
    wasmUrl: `${files}wasm/`,
    iccUrl: `${files}iccs/`,
    // The same image on every screen.
    useSystemFonts: false,
    enableXfa: false,
  })
}

function useDocument(content: Uint8Array<ArrayBuffer>, attempt: number): Opened {
  const [opened, setOpened] = useState<Opened>()
  useEffect(() => {
    let isGone = false
    const task = openDocument(content)
    setOpened(undefined)
    task
      .then(({ promise }) => promise)
      .then(
        (document) => {
          if (!isGone) setOpened({ document })
        },
        (error: unknown) => {
          if (isGone) return
          const isLocked = error instanceof Error && error.name === 'PasswordException'
          setOpened({
            problem: t('dashboard.cvOpenFailed'),
            ...(isLocked && { detail: t('dashboard.cvLocked') }),
          })
        },
      )
    return () => {
      isGone = true
      task.then(
        (started) => started.destroy(),
        () => undefined,
      )
    }
  }, [content, attempt])
  return opened
}

type PageProps = { document: PDFDocumentProxy; number: number; name: string | null }

function Page({ document, number, name }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<'waiting' | 'drawn' | 'failed'>('waiting')
  useEffect(() => {
    const target = canvas.current
    if (!target) return
    const drawing = new AbortController()
    drawPage(document, number, target, drawing.signal).then(
      () => setState('drawn'),
      () => {
        if (!drawing.signal.aborted) setState('failed')
      },
    )
    return () => drawing.abort()
  }, [document, number])
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={
          name === null
            ? t('cv.pageUnnamed', { page: number, pages: document.numPages })
            : t('cv.page', { page: number, pages: document.numPages, name })
        }
        aria-busy={state === 'waiting'}
        hidden={state === 'failed'}
        // Until it is rendered it is as high as a sheet of paper, and white in the dark theme too.
        className={`w-full rounded-control border border-line bg-white ${state === 'waiting' ? 'aspect-[210/297]' : ''}`}
      />
      {state === 'failed' && <Problem text={t('dashboard.cvOpenFailed')} />}
    </>
  )
}

async function drawPage(
  document: PDFDocumentProxy,
  number: number,
  target: HTMLCanvasElement,
  signal: AbortSignal,
): Promise<void> {
  const page = await document.getPage(number)
  if (signal.aborted) throw new Error('No longer shown')
  const size = page.getViewport({ scale: 1 })
  const width = target.clientWidth * window.devicePixelRatio
  const scale = Math.min(
    width / size.width,
    (width * TALLEST) / size.height,
    Math.sqrt(CANVAS_PIXELS / (size.width * size.height)),
  )
  const viewport = page.getViewport({ scale })
  target.width = Math.max(1, Math.floor(viewport.width))
  target.height = Math.max(1, Math.floor(viewport.height))
  const task: RenderTask = page.render({ canvas: target, viewport })
  signal.addEventListener('abort', () => task.cancel())
  await task.promise
  page.cleanup()
}

export function Waiting({ text }: { text: string }) {
  return (
    <div className="grid min-h-40 place-items-center">
      <Spinner text={text} />
    </div>
  )
}
