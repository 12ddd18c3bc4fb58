// The language of each request and of each piece of background work.
import { AsyncLocalStorage } from 'node:async_hooks'
import { keepLocaleIn } from '#domain/texts/locale.ts'

/** For a server: what one request speaks is not heard by another. */
export const keepLocaleOfEachRequest = (): void => keepLocaleIn(new AsyncLocalStorage())
