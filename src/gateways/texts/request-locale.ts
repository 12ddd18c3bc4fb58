// The language of each request and of each background task.
import { AsyncLocalStorage } from 'node:async_hooks'
import { keepLocaleIn } from '#domain/texts/locale.ts'

/** For a server: the language of one request does not affect others. */
export const keepLocaleOfEachRequest = (): void => keepLocaleIn(new AsyncLocalStorage())
