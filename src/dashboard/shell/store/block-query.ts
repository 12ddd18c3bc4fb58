// Whether the block with the jobs is in the shop's theme, asked of the admin around this page.
import { queryOptions } from '@tanstack/react-query'
import { themeBlocks } from '#domain/careers/widget-snippets.ts'
import { isInAdmin, readPlacedBlock } from '../../ui/store-admin/admin-frame.ts'

/** Asked again when the merchant comes back from the theme editor. */
export const blockQuery = queryOptions({
  queryKey: ['store', 'block'],
  queryFn: () => readPlacedBlock(themeBlocks.page),
  enabled: isInAdmin,
  staleTime: 0,
  refetchOnWindowFocus: 'always',
  retry: false,
})
