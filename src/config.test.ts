// The configuration: defaults, and the errors for wrong settings.
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const SECRET_KEY = 'x'.repeat(32)
const DEFAULT_SCOPES = [
  'read_products',
  'write_products',
  'read_customers',
  'write_customers',
  'write_online_store_pages',
]

// shows: interface-7, interface-8
test('without any setting everything runs on this machine', () => {
  const config = readConfig({})
  expect(config).toEqual({
    production: false,
    isPublic: false,
    port: 3000,
    host: '127.0.0.1',
    appUrl: undefined,
    dataDir: './data',
    databaseUrl: undefined,
    preparesStatements: true,
    storageUrl: undefined,
    metrics: { token: undefined, port: undefined, host: '127.0.0.1' },
    cvQuota: { organization: 5_000_000_000, all: 50_000_000_000 },
    organizationLimits: {
      readsPerMinute: 12_000,
      changesPerMinute: 3000,
      codesPerDay: 500,
      mailsPerHour: 2000,
      mailsPerDay: 10_000,
      tasks: 20_000,
    },
    smtpUrl: undefined,
    mailFrom: 'jobs@storehand.localhost',
    secretKey: undefined,
    previousSecretKeys: [],
    backup: undefined,
    trustedProxies: 0,
    operatorName: undefined,
    operatorAddress: undefined,
    supportEmail: 'support@storehand.localhost',
    openIdProviders: [],
    shopify: undefined,
    shopifyScopes: DEFAULT_SCOPES,
    ai: undefined,
    demo: true,
    logLevel: 'info',
  })
  expect(Object.isFrozen(config)).toBe(true)
})

test('the keys of backups are given with their folder, the current one first', () => {
  const [key, former] = ['k'.repeat(32), 'f'.repeat(32)]
  const given = { BACKUP_DIR: '/backups', BACKUP_KEY: key, BACKUP_KEY_PREVIOUS: `${former} ` }
  expect(readConfig(given).backup).toEqual({ folder: '/backups', keys: [key, former], days: 30 })
  expect(() => readConfig({ BACKUP_KEY_PREVIOUS: former })).toThrow('BACKUP_KEY: is required')
})

test('an empty setting counts as none, and an unknown one is left alone', () => {
  const names = ['NODE_ENV', 'PORT', 'APP_URL', 'DATABASE_URL', 'SMTP_URL', 'SECRET_KEY', 'DEMO']
  const empty = Object.fromEntries(names.map((name) => [name, '']))
  expect(readConfig({ ...empty, HOME: '/root' })).toEqual(readConfig({}))
})

// shows: interface-7, interface-17, interface-35, interface-37, interface-77, interface-78
test('what is set is taken', () => {
  expect(
    readConfig({
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '::',
      APP_URL: 'https://jobs.example.com//',
      DATA_DIR: '/var/lib/storehand',
      DATABASE_URL: 'postgresql://user:p%40ss@db:5432/jobs',
      DATABASE_LISTEN_URL: 'postgresql://user:p%40ss@db:5433/jobs',
      STORAGE_URL: 's3://key:secret@cvs?endpoint=https://s3.example.com&region=eu-1',
      CV_QUOTA_MB_PER_ORGANIZATION: '10',
      CV_QUOTA_MB: '200',
      CODES_PER_DAY_PER_ORGANIZATION: '60',
      MAILS_PER_HOUR_PER_ORGANIZATION: '50',
      CHANGES_PER_MINUTE_PER_ORGANIZATION: '60',
      SMTP_URL: 'smtps://user:password@mail.example.com:465',
      CLAMAV_URL: 'clamd+unix:///run/clamav/clamd.ctl',
      MAIL_FROM: 'Storehand <jobs@example.com>',
      SECRET_KEY,
      TRUSTED_PROXIES: '2',
      OPERATOR_NAME: 'Example Ltd',
      OPERATOR_ADDRESS: '1 High Street\\nLeeds',
      SUPPORT_EMAIL: 'help@example.com',
      AI_BASE_URL: 'https://ai.example.com/v1/',
      AI_API_KEY: 'sk-1',
      AI_MODEL: 'small',
      LOG_LEVEL: 'warn',
    }),
  ).toMatchObject({
    production: true,
    port: 0,
    host: '::',
    appUrl: 'https://jobs.example.com',
    cvQuota: { organization: 10_000_000, all: 200_000_000 },
    organizationLimits: { changesPerMinute: 60, mailsPerHour: 50, mailsPerDay: 10_000 },
    clamavUrl: 'clamd+unix:///run/clamav/clamd.ctl',
    mailFrom: 'Storehand <jobs@example.com>',
    secretKey: SECRET_KEY,
    operatorName: 'Example Ltd',
    operatorAddress: '1 High Street\nLeeds',
    supportEmail: 'help@example.com',
    trustedProxies: 2,
    ai: { baseUrl: 'https://ai.example.com/v1', apiKey: 'sk-1', model: 'small' },
    logLevel: 'warn',
  })
})

describe('the app on the store’s platform', () => {
  const app = { SHOPIFY_API_KEY: 'abc123', SHOPIFY_API_SECRET: 'shpss_1' }

  // shows: interface-15
  test('is taken with its own scopes and addresses', () => {
    expect(readConfig(app).shopify).toEqual({
      apiKey: 'abc123',
      apiSecrets: ['shpss_1'],
      scopes: DEFAULT_SCOPES,
      distribution: 'custom',
      storeUrl: 'https://{shop}',
      adminUrl: 'https://admin.shopify.com',
    })
    const other = readConfig({
      ...app,
      SHOPIFY_SCOPES: 'read_customers, write_online_store_pages',
      SHOPIFY_STORE_URL: 'http://localhost:4010/{shop}/',
      SHOPIFY_ADMIN_URL: 'http://localhost:4010/',
    })
    expect(
      readConfig({ ...app, SHOPIFY_API_SECRET_PREVIOUS: 'shpss_0 shpss_00' }).shopify?.apiSecrets,
    ).toEqual(['shpss_1', 'shpss_0', 'shpss_00'])
    expect(other.shopify).toMatchObject({
      scopes: ['read_customers', 'write_online_store_pages'],
      storeUrl: 'http://localhost:4010/{shop}',
      adminUrl: 'http://localhost:4010',
    })
  })

  // shows: interface-98
  test('of the App Store asks at first only for what every shop needs', () => {
    const listed = { ...app, SHOPIFY_DISTRIBUTION: 'app_store' }
    expect(readConfig(listed).shopify).toMatchObject({
      distribution: 'app_store',
      scopes: ['write_app_proxy'],
    })
    expect(() => readConfig({ SHOPIFY_DISTRIBUTION: 'public' })).toThrow(
      'must be one of custom, app_store',
    )
  })

  test.each([
    [{ SHOPIFY_API_KEY: 'abc123' }, 'one is useless without the other'],
    [{ SHOPIFY_API_SECRET_PREVIOUS: 'shpss_0' }, 'SHOPIFY_API_SECRET: is required'],
    [{ ...app, SHOPIFY_STORE_URL: 'https://shop.example' }, 'must look like https://{shop}'],
    [{ ...app, SHOPIFY_SCOPES: 'everything' }, 'must look like read_products'],
    [
      { ...app, NODE_ENV: 'production', SECRET_KEY, SHOPIFY_ADMIN_URL: 'http://localhost:1' },
      'must start with https:// in production',
    ],
  ])('refuses %j', (env, expected) => {
    expect(() => readConfig(env)).toThrow(expected)
  })
})

const acme = {
  id: 'acme',
  name: 'Acme',
  issuer: 'https://accounts.acme.example',
  client_id: 'storehand',
  client_secret: 'a secret',
}

describe('the demo shop', () => {
  // shows: interface-18, V13.4.2, V15.2.3
  test.each([
    [{}, true],
    [{ DEMO: '0' }, false],
    [{ NODE_ENV: 'test' }, true],
    [{ NODE_ENV: 'production', SECRET_KEY }, false],
    [{ NODE_ENV: 'production', SECRET_KEY, DEMO: '1' }, false],
    [{ APP_URL: 'https://jobs.example.com', DEMO: '1' }, false],
    [{ HOST: '0.0.0.0', DEMO: '1' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: '192.168.1.20', APP_URL: 'http://localhost:3000' }, false],
    [{ APP_URL: 'http://localhost.example.com' }, false],
    [{ APP_URL: 'http://127.0.0.1.example.com' }, false],
    [{ HOST: '::1', APP_URL: 'http://jobs.localhost:3000' }, true],
    [{ HOST: '127.0.0.2', APP_URL: 'http://[::1]:3000' }, true],
  ])('with %j is there: %s', (env, demo) => {
    expect(readConfig(env).demo).toBe(demo)
    expect(readConfig(env).isPublic).toBe(!demo && !('DEMO' in env && env.DEMO === '0'))
  })
})

describe('wrong settings', () => {
  const messageOf = (env: Record<string, string>): string => {
    try {
      readConfig(env)
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError)
      return (error as Error).message
    }
    return ''
  }

  // shows: interface-6, interface-13, V13.2.3
  test('are told all at once, one in a line', () => {
    const lines = messageOf({
      NODE_ENV: 'production',
      PORT: '70000',
      APP_URL: 'jobs.example.com',
      DATABASE_URL: 'mysql://db/jobs',
      SMTP_URL: 'http://mail',
      DEMO: 'maybe',
    }).split('\n')
    expect(lines[0]).toBe('The settings cannot be used:')
    expect(lines.slice(1).map((line) => line.trim().split(':')[0])).toEqual([
      'PORT',
      'APP_URL',
      'DATABASE_URL',
      'SMTP_URL',
      'DEMO',
      'SECRET_KEY',
    ])
    expect(lines).toContain('  APP_URL: must look like https://jobs.example.com')
    expect(lines).toContain(
      '  DATABASE_URL: must look like postgres://user:password@host:5432/name',
    )
  })

  // shows: interface-12, interface-13, interface-16, interface-17
  test.each<[env: Record<string, string>, line: RegExp]>([
    [{ NODE_ENV: 'production' }, /SECRET_KEY: is required in production/],
    [{ SECRET_KEY: 'short' }, /SECRET_KEY: must have at least 32 characters/],
    [{ PORT: 'http' }, /PORT: must be a whole number from 0 to 65535/],
    [{ PORT: '-1' }, /PORT: /],
    [{ APP_URL: 'javascript:alert(1)' }, /APP_URL: must look like/],
    [{ STORAGE_URL: '/var/cvs' }, /STORAGE_URL: must look like/],
    [{ CV_QUOTA_MB: '9' }, /CV_QUOTA_MB: must be a whole number from 10/],
    [{ CLAMAV_URL: 'localhost:3310' }, /CLAMAV_URL: must look like clamd:\/\/host:3310 or/],
    [{ CLAMAV_URL: 'clamd://' }, /CLAMAV_URL: must look like/],
    [{ CLAMAV_URL: 'clamd://scanner/run/clamd.ctl' }, /CLAMAV_URL: must look like/],
    [{ CLAMAV_URL: 'clamd+unix://run/clamd.ctl' }, /CLAMAV_URL: must look like/],
    [{ MAIL_FROM: 'jobs@example.com\r\nBcc: x@example.com' }, /MAIL_FROM: must be an address/],
    [{ TRUSTED_PROXIES: 'all' }, /TRUSTED_PROXIES: must be a whole number from 0 to 10/],
    [{ TRUSTED_PROXIES: '-1' }, /TRUSTED_PROXIES: /],
    [{ OPENID_PROVIDERS: 'acme' }, /OPENID_PROVIDERS: must be a JSON list like/],
    [{ OPENID_PROVIDERS: '[{"id":"acme"}]' }, /OPENID_PROVIDERS: 0\.name /],
    [
      { OPENID_PROVIDERS: JSON.stringify([{ ...acme, issuer: 'http://accounts.acme.example' }]) },
      /OPENID_PROVIDERS: 0\.issuer must look like https:/,
    ],
    [
      { OPENID_PROVIDERS: JSON.stringify([acme, acme]) },
      /OPENID_PROVIDERS: two providers have the same id/,
    ],
    [{ AI_BASE_URL: 'api.example.com' }, /AI_BASE_URL: must look like/],
    [{ AI_BASE_URL: 'https://ai.example.com/v1' }, /AI_MODEL: is required with AI_BASE_URL/],
    [
      { DATABASE_LISTEN_URL: 'postgres://db/jobs' },
      /DATABASE_URL: is required with DATABASE_LISTEN_URL/,
    ],
    [
      { DATABASE_READ_URL: 'postgres://db/jobs' },
      /DATABASE_URL: is required with DATABASE_READ_URL/,
    ],
    [{ AI_MODEL: 'small' }, /AI_BASE_URL: is required with AI_MODEL/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL: /],
  ])('%j', (env, line) => {
    expect(messageOf(env)).toMatch(line)
  })

  // shows: V13.3.1, V16.2.5
  test('are never repeated: they may hold passwords', () => {
    const OPENID_PROVIDERS = JSON.stringify([{ ...acme, client_secret: ['hunter2'] }])
    const message = messageOf({
      DATABASE_URL: 'mysql://user:hunter2@db',
      SECRET_KEY: 'hunter2',
      OPENID_PROVIDERS,
    })
    expect(message).not.toContain('hunter2')
  })
})
