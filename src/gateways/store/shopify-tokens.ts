// Exchanges codes, session tokens and refresh tokens for access tokens at the platform.
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'

/** Shopify's answer to a code, a session token or a refresh token; times are ISO texts. */
export type StoreTokens = {
  access_token: string
  scope: string
  expires_at: string | null
  refresh_token: string | null
  refresh_expires_at: string | null
}

/** A user of a shop, as the platform describes them. */
export type PlatformUser = {
  id: string
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  email: string
  /** The platform has verified this email address. */
  email_verified: boolean
  /** Owns the shop's account with the platform: there is one such user in a shop. */
  account_owner: boolean
  /** Works for the shop from outside, such as an agency. */
  collaborator: boolean
}

/**
 * Requests tokens with each secret until one is accepted: `post` sends the body to the shop's token endpoint. Throws
 * AppError: store.exchangeFailed (the code or token is no longer valid), store.sessionEnded, store.secretRefused,
 * store.closed, store.unreachable, store.throttled.
 */
export async function requestTokens(
  post: (body: Record<string, string>) => Promise<Response>,
  app: AppCredentials,
  given: Record<string, string>,
): Promise<StoreTokens> {
  const requestedAt = Date.now()
  return tokensOf(await requestAnswer(post, app, given, tokenAnswer), requestedAt)
}

/**
 * The user of a session token: read with an online token, which is not stored. Throws the errors of `requestTokens`.
 */
export async function requestUser(
  post: (body: Record<string, string>) => Promise<Response>,
  app: AppCredentials,
  given: Record<string, string>,
): Promise<PlatformUser> {
  const { associated_user: user } = await requestAnswer(post, app, given, onlineAnswer)
  return { ...user, id: String(user.id) }
}

export type AppCredentials = { clientId: string; secrets: readonly string[] }

async function requestAnswer<Answer>(
  post: (body: Record<string, string>) => Promise<Response>,
  { clientId, secrets }: AppCredentials,
  given: Record<string, string>,
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  for (const secret of secrets) {
    const { status, content } = await answerOf(
      post({ client_id: clientId, client_secret: secret, ...given }),
    )
    if (errorOf(content) === 'invalid_client') continue
    const answer = schema.safeParse(content)
    if (status < 300 && answer.success) return answer.data
    throw refusalOf(status, errorOf(content))
  }
  throw new AppError('store.secretRefused', { cause: 'invalid_client' })
}

async function answerOf(sent: Promise<Response>): Promise<{ status: number; content: unknown }> {
  try {
    const answer = await sent
    const text = await answer.text()
    // A refusal need not be JSON; tokens are.
    if (!answer.ok) return { status: answer.status, content: jsonOf(text) }
    return { status: answer.status, content: JSON.parse(text) as unknown }
  } catch (error) {
    throw new AppError('store.unreachable', { cause: error })
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusalOf(status: number, error: string | undefined): AppError {
  const cause = `status ${status} ${error ?? ''}`
  if (status === 429) return new AppError('store.throttled', { cause })
  // The session token expired before the exchange; the page can send a new one.
  if (error === 'invalid_subject_token') return new AppError('store.sessionEnded', { cause })
  // Only an answer about the code or token makes it invalid; any other error may be temporary.
  if (status === 400 && error) return new AppError('store.exchangeFailed', { cause })
  if ([402, 403, 404, 423].includes(status)) return new AppError('store.closed', { cause })
  return new AppError('store.unreachable', { cause })
}

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  scope: z.string(),
  expires_in: z.number().optional(),
  refresh_token: z.string().optional(),
  refresh_token_expires_in: z.number().optional(),
})

const onlineAnswer = z.object({
  associated_user: z.object({
    id: z.union([z.number(), z.string()]),
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
    email: z.string(),
    email_verified: z.boolean().default(false),
    account_owner: z.boolean().default(false),
    collaborator: z.boolean().default(false),
  }),
})

const errorAnswer = z.object({ error: z.string() })
const errorOf = (content: unknown) => errorAnswer.safeParse(content).data?.error

function tokensOf(answer: z.output<typeof tokenAnswer>, requestedAt: number): StoreTokens {
  const expiry = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(requestedAt + seconds * 1000).toISOString()
  return {
    access_token: answer.access_token,
    scope: answer.scope,
    expires_at: expiry(answer.expires_in),
    refresh_token: answer.refresh_token ?? null,
    refresh_expires_at: expiry(answer.refresh_token_expires_in),
  }
}
