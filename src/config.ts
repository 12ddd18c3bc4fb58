// Reads and validates the environment variables: all settings of the product, with a readable list of errors.
import { z } from 'zod'
import { MEGABYTE } from '#domain/cvs/cv-space.ts'
import { isLoopback } from '#domain/loopback.ts'
import { openIdProvider, type OpenIdProvider } from '#domain/accounts/providers.ts'

const url = (protocols: RegExp, example: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.test(new URL(text).protocol), {
    error: `must look like ${example}`,
  })

const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error })
}

const oneOf = <const Values extends readonly string[]>(...values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })

/** Accepts a host with an optional port, or a socket path, and rejects any other part, which would be ignored silently. */
const isScannerAddress = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, port, pathname, username, password, search, hash } = new URL(text)
  if (username || password || search || hash) return false
  if (protocol === 'clamd+unix:') return hostname === '' && pathname.length > 1
  return protocol === 'clamd:' && hostname !== '' && port !== '0' && /^\/?$/.test(pathname)
}

const isStoreTemplate = (text: string) => {
  const filled = text.replace('{shop}', 'shop.myshopify.com')
  return filled !== text && URL.canParse(filled) && /^https?:$/.test(new URL(filled).protocol)
}
const EXAMPLE =
  '[{"id":"acme","name":"Acme","issuer":"https://accounts.acme.example","client_id":"…","client_secret":"…"}]'

/** Errors name the index and field, never the value, which may be a secret. */
const providers = z.string().transform((text, context): OpenIdProvider[] => {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    context.addIssue(`must be a JSON list like ${EXAMPLE}`)
    return z.NEVER
  }
  const parsed = z.array(openIdProvider).max(20).safeParse(given)
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      context.addIssue(path.length > 0 ? `${path.join('.')} ${message}` : message)
    }
    return z.NEVER
  }
  const ids = parsed.data.map(({ id }) => id)
  if (new Set(ids).size < ids.length) context.addIssue('two providers have the same id')
  return parsed.data
})

const previousKeys = z
  .string()
  .transform((text) => text.trim().split(/\s+/))
  .refine((keys) => keys.every((key) => key.length >= 32), {
    error: 'must be keys of at least 32 characters, with spaces between them',
  })

const environment = z.object({
  NODE_ENV: oneOf('production', 'development', 'test').default('development'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  APP_URL: url(/^https?:$/, 'https://jobs.example.com').optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: url(/^postgres(ql)?:$/, 'postgres://user:password@host:5432/name').optional(),
  /** The same database without a pooler between, for each process's one dedicated connection. */
  DATABASE_LISTEN_URL: url(
    /^postgres(ql)?:$/,
    'postgres://user:password@host:5432/name',
  ).optional(),
  /** A streaming replica, which answers for organizations that are quiet. */
  DATABASE_READ_URL: url(/^postgres(ql)?:$/, 'postgres://user:password@host:5432/name').optional(),
  DATABASE_PREPARED_STATEMENTS: oneOf('on', 'off').default('on'),
  STORAGE_URL: url(
    /^(s3|file):$/,
    's3://bucket?endpoint=https://…&region=… or file:///folder',
  ).optional(),
  /** In megabytes of 1,000,000 bytes. One file may have ten megabytes. */
  CV_QUOTA_MB_PER_ORGANIZATION: wholeNumber(10, 1_000_000_000).default(5000),
  CV_QUOTA_MB: wholeNumber(10, 1_000_000_000).default(50_000),
  /** So that no organization delays another one. The first two: of its staff, for each process. */
  READS_PER_MINUTE_PER_ORGANIZATION: wholeNumber(10, 1_000_000_000).default(12_000),
  CHANGES_PER_MINUTE_PER_ORGANIZATION: wholeNumber(10, 1_000_000_000).default(3000),
  /** Each is a moment in one row. */
  CODES_PER_DAY_PER_ORGANIZATION: wholeNumber(10, 20_000).default(500),
  MAILS_PER_HOUR_PER_ORGANIZATION: wholeNumber(1, 1_000_000_000).default(2000),
  MAILS_PER_DAY_PER_ORGANIZATION: wholeNumber(1, 1_000_000_000).default(10_000),
  TASKS_PER_ORGANIZATION: wholeNumber(1, 1_000_000_000).default(20_000),
  SMTP_URL: url(/^smtps?:$/, 'smtp://user:password@host:587').optional(),
  CLAMAV_URL: z
    .string()
    .refine(isScannerAddress, {
      error: 'must look like clamd://host:3310 or clamd+unix:///path/clamd.ctl',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]*$/, { error: 'must be an address, or Name <address>' })
    .default('jobs@storehand.localhost'),
  SECRET_KEY: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  /** Previous main keys, which still decrypt and verify what they encrypted and signed: `npm run keys -- rotate`. */
  SECRET_KEY_PREVIOUS: previousKeys.optional(),
  /** Where backups and the copy of the ledger of erasures are written: on another disk than the data. */
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEY: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  /** Former keys, with which older archives and lines of the log of erasures are still read. */
  BACKUP_KEY_PREVIOUS: previousKeys.optional(),
  /** Older archives are deleted each day, because they still contain erased people. */
  BACKUP_DAYS: wholeNumber(1, 3650).default(30),
  /** Number of the operator's proxies in front of the server: so many X-Forwarded-For entries are trusted. */
  TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
  OPERATOR_TOKEN: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  SHOPIFY_API_KEY: z
    .string()
    .regex(/^[\w-]+$/, { error: 'must be the client id of the app' })
    .optional(),
  SHOPIFY_API_SECRET: z.string().optional(),
  /** Previous secrets of the app, with which Shopify may still sign, separated by spaces. */
  SHOPIFY_API_SECRET_PREVIOUS: z
    .string()
    .transform((text) => text.trim().split(/\s+/))
    .optional(),
  SHOPIFY_SCOPES: z
    .string()
    .regex(/^(?:read|write)_\w+(?:\s*,\s*(?:read|write)_\w+)*$/, {
      error: 'must look like read_products,read_customers',
    })
    .optional(),
  /** Who installs the app: one's own stores, or any store by Shopify's App Store, which forbids to ask for a store's domain. */
  SHOPIFY_DISTRIBUTION: oneOf('custom', 'app_store').default('custom'),
  /** URL template of a shop; any other than Shopify's connects a stand-in. */
  SHOPIFY_STORE_URL: z
    .string()
    .refine(isStoreTemplate, { error: 'must look like https://{shop}' })
    .default('https://{shop}'),
  SHOPIFY_ADMIN_URL: url(/^https?:$/, 'https://admin.shopify.com').default(
    'https://admin.shopify.com',
  ),
  OPERATOR_NAME: z.string().trim().min(1).max(200).optional(),
  /** May have several lines; `\n` stands for a line break. */
  OPERATOR_ADDRESS: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .transform((text) => text.replaceAll('\\n', '\n'))
    .optional(),
  SUPPORT_EMAIL: z.email({ error: 'must be an address' }).default('support@storehand.localhost'),
  /** For `GET /metrics` on the product's own port. */
  METRICS_TOKEN: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  /** A second port that serves only the metrics. */
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?:$/, 'http://localhost:4318').optional(),
  OPENID_PROVIDERS: providers.optional(),
  AI_BASE_URL: url(/^https?:$/, 'https://api.openai.com/v1').optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  DEMO: oneOf('0', '1').default('1'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
})

export const settingNames = Object.keys(environment.shape)

/**
 * By SHOPIFY_DISTRIBUTION. A custom app asks at once for everything that the product uses (docs/specification.md
 * §7.10); one of the App Store only for what every shop needs, and for the rest on first use.
 */
const DEFAULT_SCOPES = {
  custom: 'read_products,write_products,read_customers,write_customers,write_online_store_pages',
  app_store: 'write_app_proxy',
} as const

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Throws ConfigError with one line per wrong variable. An empty variable counts as absent, because deployment tools set those. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const parsed = environment.safeParse(given)
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (given.NODE_ENV === 'production' && !given.SECRET_KEY) {
    problems.push('SECRET_KEY: is required in production (for example 32 random bytes as hex)')
  }
  if (Boolean(given.BACKUP_DIR) !== Boolean(given.BACKUP_KEY)) {
    problems.push('BACKUP_DIR and BACKUP_KEY: one is useless without the other')
  }
  for (const name of ['DATABASE_LISTEN_URL', 'DATABASE_READ_URL']) {
    if (given[name] && !given.DATABASE_URL) {
      problems.push(`DATABASE_URL: is required with ${name}`)
    }
  }
  if (given.BACKUP_KEY_PREVIOUS && !given.BACKUP_KEY) {
    problems.push('BACKUP_KEY: is required with BACKUP_KEY_PREVIOUS')
  }
  if (given.SECRET_KEY_PREVIOUS && !given.SECRET_KEY) {
    problems.push('SECRET_KEY: is required with SECRET_KEY_PREVIOUS')
  }
  if (given.AI_BASE_URL && !given.AI_MODEL) {
    problems.push('AI_MODEL: is required with AI_BASE_URL (the name of a model of that server)')
  }
  if (!given.AI_BASE_URL && given.AI_MODEL) {
    problems.push('AI_BASE_URL: is required with AI_MODEL (for example https://api.openai.com/v1)')
  }
  if (Boolean(given.SHOPIFY_API_KEY) !== Boolean(given.SHOPIFY_API_SECRET)) {
    problems.push('SHOPIFY_API_KEY and SHOPIFY_API_SECRET: one is useless without the other')
  }
  if (given.SHOPIFY_API_SECRET_PREVIOUS && !given.SHOPIFY_API_SECRET) {
    problems.push('SHOPIFY_API_SECRET: is required with SHOPIFY_API_SECRET_PREVIOUS')
  }
  for (const name of ['SHOPIFY_STORE_URL', 'SHOPIFY_ADMIN_URL']) {
    if (given.NODE_ENV === 'production' && given[name]?.startsWith('http:')) {
      problems.push(`${name}: must start with https:// in production`)
    }
  }
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(`The settings cannot be used:\n  ${problems.join('\n  ')}`)
  }
  return Object.freeze(configOf(parsed.data))
}

export type Config = Readonly<ReturnType<typeof configOf>>

function configOf(value: z.output<typeof environment>) {
  const shopifyScopes: readonly string[] = (
    value.SHOPIFY_SCOPES ?? DEFAULT_SCOPES[value.SHOPIFY_DISTRIBUTION]
  )
    .split(',')
    .map((scope) => scope.trim())
  const apiSecrets: readonly string[] = [
    ...(value.SHOPIFY_API_SECRET ? [value.SHOPIFY_API_SECRET] : []),
    ...(value.SHOPIFY_API_SECRET_PREVIOUS ?? []),
  ]
  const production = value.NODE_ENV === 'production'
  const hosts = [value.HOST, ...(value.APP_URL ? [new URL(value.APP_URL).hostname] : [])]
  const isPublic = production || !hosts.every(isLoopback)
  return {
    production,
    /**
     * Other machines can reach it, or are meant to: then there is no demo and no readable mailbox, whatever NODE_ENV
     * is.
     */
    isPublic,
    port: value.PORT,
    host: value.HOST,
    /** Without a trailing slash. */
    appUrl: value.APP_URL?.replace(/\/+$/, ''),
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL,
    listenUrl: value.DATABASE_LISTEN_URL,
    readUrl: value.DATABASE_READ_URL,
    preparesStatements: value.DATABASE_PREPARED_STATEMENTS === 'on',
    storageUrl: value.STORAGE_URL,
    /** In bytes. */
    cvQuota: {
      organization: value.CV_QUOTA_MB_PER_ORGANIZATION * MEGABYTE,
      all: value.CV_QUOTA_MB * MEGABYTE,
    },
    organizationLimits: {
      readsPerMinute: value.READS_PER_MINUTE_PER_ORGANIZATION,
      changesPerMinute: value.CHANGES_PER_MINUTE_PER_ORGANIZATION,
      codesPerDay: value.CODES_PER_DAY_PER_ORGANIZATION,
      mailsPerHour: value.MAILS_PER_HOUR_PER_ORGANIZATION,
      mailsPerDay: value.MAILS_PER_DAY_PER_ORGANIZATION,
      tasks: value.TASKS_PER_ORGANIZATION,
    },
    smtpUrl: value.SMTP_URL,
    /** The address of the daemon that scans CVs; absent: CVs are not scanned. */
    clamavUrl: value.CLAMAV_URL,
    mailFrom: value.MAIL_FROM,
    secretKey: value.SECRET_KEY,
    backup:
      value.BACKUP_DIR && value.BACKUP_KEY
        ? {
            folder: value.BACKUP_DIR,
            /** The current one first. */
            keys: [value.BACKUP_KEY, ...(value.BACKUP_KEY_PREVIOUS ?? [])] as const,
            days: value.BACKUP_DAYS,
          }
        : undefined,
    previousSecretKeys: value.SECRET_KEY_PREVIOUS ?? [],
    trustedProxies: value.TRUSTED_PROXIES,
    operatorToken: value.OPERATOR_TOKEN,
    /** Absent when no app is registered: then no store can be connected. */
    shopify:
      value.SHOPIFY_API_KEY && value.SHOPIFY_API_SECRET
        ? {
            apiKey: value.SHOPIFY_API_KEY,
            apiSecrets,
            scopes: shopifyScopes,
            distribution: value.SHOPIFY_DISTRIBUTION,
            /** With {shop} in place of the shop's domain; no trailing slash. */
            storeUrl: value.SHOPIFY_STORE_URL.replace(/\/+$/, ''),
            adminUrl: value.SHOPIFY_ADMIN_URL.replace(/\/+$/, ''),
          }
        : undefined,
    /** The scopes that an installation requests, with an app or with the demo's. */
    shopifyScopes,
    /** The operator in the legal pages. */
    operatorName: value.OPERATOR_NAME,
    operatorAddress: value.OPERATOR_ADDRESS,
    supportEmail: value.SUPPORT_EMAIL,
    openIdProviders: value.OPENID_PROVIDERS ?? [],
    /** Any server with OpenAI's protocol; absent: the built-in template writes job descriptions. */
    ai:
      value.AI_BASE_URL && value.AI_MODEL
        ? {
            baseUrl: value.AI_BASE_URL.replace(/\/+$/, ''),
            apiKey: value.AI_API_KEY,
            model: value.AI_MODEL,
          }
        : undefined,
    /** Who may read the metrics, and where. Without either there are none. */
    metrics: { token: value.METRICS_TOKEN, port: value.METRICS_PORT, host: value.METRICS_HOST },
    /** Where traces are sent; absent: none are recorded. */
    tracesUrl: value.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, ''),
    demo: value.DEMO === '1' && !isPublic,
    logLevel: value.LOG_LEVEL,
  }
}
