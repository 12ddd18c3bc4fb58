// Calls about the text and the picture of the public pages, and their effect on the cache.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ShopProfile } from '#domain/organizations/profile.ts'
import { t } from '#domain/texts/text.ts'
import { call, reasonOf } from '../api.ts'
import { useServerMutation } from '../server-mutation.ts'

export const profileQuery = queryOptions({
  queryKey: ['organization', 'profile'],
  queryFn: ({ signal }) => call('GET /api/organizations/own/profile', { signal }),
  staleTime: 30_000,
})

function useKeepProfile() {
  const client = useQueryClient()
  return (profile: ShopProfile) => client.setQueryData(profileQuery.queryKey, profile)
}

/** An error is shown at its field. */
export const useEditProfile = () =>
  useServerMutation({
    call: (body: { about?: string; website?: string; address?: string }) =>
      call('PATCH /api/organizations/own/profile', { body }),
    done: t('success.profileSaved'),
    onSuccess: useKeepProfile(),
  })

/** The same here: it is about the chosen picture. */
export const useUploadPicture = () =>
  useServerMutation({
    call: (file: File) => call('PUT /api/organizations/own/picture', { body: file }),
    done: t('success.pictureSaved'),
    onSuccess: useKeepProfile(),
  })

export const useRemovePicture = () =>
  useServerMutation({
    call: () => call('DELETE /api/organizations/own/picture'),
    done: t('success.pictureRemoved'),
    failed: (error) => t('brand.saveFailed', { message: reasonOf(error) }),
    onSuccess: useKeepProfile(),
  })
