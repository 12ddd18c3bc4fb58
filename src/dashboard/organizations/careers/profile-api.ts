// Calls about the words and pictures of the public pages, and their effect on the cache.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { PortraitWords } from '#domain/organizations/portraits.ts'
import { pictureLimits, type ShopProfile } from '#domain/organizations/profile.ts'
import { call } from '../../api.ts'
import { useServerMutation } from '../../server-mutation.ts'
import { shrunkPicture } from './shrink-picture.ts'

export const profileQuery = queryOptions({
  queryKey: ['organization', 'profile'],
  queryFn: ({ signal }) => call('GET /api/organizations/own/profile', { signal }),
  staleTime: 30_000,
})

function useKeepProfile() {
  const client = useQueryClient()
  return (profile: ShopProfile) => client.setQueryData(profileQuery.queryKey, profile)
}

type ChangedWords = {
  about?: string
  website?: string
  address?: string
  benefits?: string[]
  portraits?: PortraitWords[]
}

/** Errors are shown at their fields. */
export const useEditProfile = () =>
  useServerMutation({
    call: (body: ChangedWords) =>
      call('PATCH /api/organizations/own/profile', { body, keepalive: true }),
    onSuccess: useKeepProfile(),
  })

export type PageUse = 'picture' | 'cover'

export const useUploadPicture = (use: PageUse) =>
  useServerMutation({
    call: async (file: Blob) => {
      // That for shared links is rendered again by the server; visitors load the cover as it is.
      const body = use === 'cover' ? await shrunkPicture(file, pictureLimits.cover) : file
      return call(`PUT /api/organizations/own/${use}`, { body })
    },
    onSuccess: useKeepProfile(),
  })

export const useRemovePicture = (use: PageUse) =>
  useServerMutation({
    call: () => call(`DELETE /api/organizations/own/${use}`),
    onSuccess: useKeepProfile(),
  })

export const useUploadPortrait = () =>
  useServerMutation({
    call: async ({ portraitId, file }: { portraitId: string; file: Blob }) =>
      call('PUT /api/organizations/own/portraits/:portraitId/picture', {
        params: { portraitId },
        body: await shrunkPicture(file, pictureLimits.portrait),
      }),
    onSuccess: useKeepProfile(),
  })

export const useRemovePortrait = () =>
  useServerMutation({
    call: (portraitId: string) =>
      call('DELETE /api/organizations/own/portraits/:portraitId/picture', {
        params: { portraitId },
      }),
    onSuccess: useKeepProfile(),
  })
