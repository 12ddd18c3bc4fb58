// The icons of jobs, on a 24-pixel grid. Few and short numbers, because each first response contains them.
import type { JobIcon } from '#domain/jobs/job-icons.ts'

export const iconPaths: Readonly<Record<JobIcon, string>> = {
  bag: 'M5 8h14v12H5zM8 8a4 4 0 0 1 8 0',
  box: 'M4 8l8-4 8 4v8l-8 4-8-4zl8 4 8-4m-8 4v8',
  phone: 'M7 3h10v18H7zM11 18h2',
  cup: 'M4 8h12v8H4zM16 9h4v5h-4M4 20h12',
  camera: 'M3 8h5l1-3h6l1 3h5v11H3zM12 10a3 3 0 1 0 1 0z',
  pen: 'M4 20l1-5L16 4l4 4L9 19z',
  truck: 'M2 6h12v12H2zM14 10h5l3 4v4h-8',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
}
