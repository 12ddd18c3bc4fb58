// The input schemas of the calls about stores.
import { z } from 'zod'
import { emailAddress } from '../accounts/accounts.ts'
import { installStarts, optionalScopes, scopesOf } from './store.ts'

const word = z.string().max(2000)
const QUERY_PARTS_MAX = 100
/** The whole query: every part is signed, so nothing is left out. */
const query = z
  .record(z.string().max(100), word)
  .refine((parts) => Object.keys(parts).length <= QUERY_PARTS_MAX)
const scopes = z.union([z.array(word).max(50), word.transform(scopesOf)]).optional()

export const enterInput = z.object({
  query,
  is_framed: z.boolean().default(false),
  referrer: word.default(''),
})

export const disconnectInput = z.object({ shop: word, delete_pages: z.boolean().default(false) })

/** Without a scope: all that parts of the product wait for. */
export const permissionInput = z.object({ scope: z.enum(optionalScopes).optional() })

export const linkInput = z.object({ claim: word })

export const callbackInput = z.object({ query })

/** The signed parameters of a store's callback. Anything else in a body is the caller's own. */
const SIGNED = ['code', 'hmac', 'host', 'shop', 'state', 'timestamp']

/** Both names of the exchange, and the forms of its parameters: a whole query, `params`, or beside the action. */
export const shopifyOauthInput = z.union([
  z.object({
    action: z.literal('generate_install_url'),
    shop: word,
    scopes,
    redirect_uri: word.optional(),
    state: word.optional(),
    began_at: z.enum(installStarts).optional(),
  }),
  z
    .object({
      action: z.enum(['exchange_token', 'exchangeTokenForAccess']),
      redirect_uri: word.optional(),
    })
    .catchall(z.unknown())
    .transform(({ action, redirect_uri, query: whole, params, ...rest }) => ({
      action,
      redirect_uri,
      query: query.catch({}).parse(whole ?? params ?? signedOf(rest)),
    })),
])

const signedOf = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => SIGNED.includes(name) && typeof value === 'string',
    ),
  )

export const shopifySessionInput = z.union([
  z.object({
    action: z.literal('store'),
    session: z.object({ shop: word, access_token: word.optional(), scope: word.optional() }),
  }),
  z.object({ action: z.literal('get'), shop: word }),
])

/** The token authenticates an applicant; staff are authenticated by their session. */
export const customerInput = z.object({
  email: emailAddress,
  token: z.string().max(200).default(''),
})
