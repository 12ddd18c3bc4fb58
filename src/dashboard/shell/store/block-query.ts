// Whether the block with the jobs is in the shop's theme, as reported by the admin around this page.
import { queryOptions } from '@tanstack/react-query'
import { themeBlocks } from '#domain/careers/widget-snippets.ts'
import { isInAdmin, readBlockStatus } from '../../ui/store-admin/admin-frame.ts'

/** Loaded again when the merchant comes back from the theme editor. */
export const blockQuery = queryOptions({
  queryKey: ['store', 'block'],
  queryFn: () => readBlockStatus(themeBlocks.page),
  enabled: isInAdmin,
  staleTime: 0,
  refetchOnWindowFocus: 'always',
  retry: false,
})
