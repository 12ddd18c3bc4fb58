// Whether the blocks with the jobs are in the shop's theme, as reported by the admin around this page.
import { queryOptions } from '@tanstack/react-query'
import { themeBlocks } from '#domain/careers/widget-snippets.ts'
import { isInAdmin, readPlacedBlock } from '../../ui/store-admin/admin-frame.ts'

/** Loaded again when the merchant comes back from the theme editor. */
const statusQuery = (block: keyof typeof themeBlocks) =>
  queryOptions({
    queryKey: ['store', 'block', block],
    queryFn: () => readPlacedBlock(themeBlocks[block]),
    enabled: isInAdmin,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    retry: false,
  })

/** Of the list in a page. */
export const blockQuery = statusQuery('page')
/** Of the button on every page. */
export const embedQuery = statusQuery('everyPage')
