// The accepted and refused formats of a shop's address.
import { describe, expect, test } from 'vitest'
import {
  handleOfHost,
  isStoreUrl,
  withScheme,
  missingScopes,
  permissionsOf,
  readShop,
  scopesToGive,
} from './store.ts'

describe('a shop', () => {
  // shows: 5-20
  test.each([
    'tiny-tea',
    'Tiny-Tea.myshopify.com',
    ' https://tiny-tea.myshopify.com// ',
    'http://tiny-tea.myshopify.com',
  ])('is read from %j', (text) => {
    expect(readShop(text)).toBe('tiny-tea.myshopify.com')
  })

  // shows: V1.3.6, V13.2.4
  test.each([
    '',
    'tiny-tea.example.com',
    'tiny-tea.myshopify.com.evil.example',
    'evil.example/tiny-tea.myshopify.com',
    'https://evil.example?tiny-tea.myshopify.com',
    'https://tiny-tea.myshopify.com@evil.example',
    'tiny tea',
    '-tea',
    'a'.repeat(10) + '\n.myshopify.com',
    'tiny_tea.myshopify.com',
  ])('is not read from %j', (text) => {
    expect(readShop(text)).toBeUndefined()
  })
})

test.each([
  ['https://tiny-tea.myshopify.com', true],
  ['https://tiny-tea.myshopify.com/', true],
  ['http://tiny-tea.myshopify.com', false],
  ['tiny-tea.myshopify.com', false],
  ['https://tiny-tea.myshopify.com/admin', false],
  ['https://-tea.myshopify.com', false],
])('the store URL %s is right: %s', (text, isRight) => {
  expect(isStoreUrl(text)).toBe(isRight)
})

test.each([
  [' Tiny-Tea.myshopify.com/ ', 'https://Tiny-Tea.myshopify.com/'],
  ['https://tiny-tea.myshopify.com', 'https://tiny-tea.myshopify.com'],
  ['http://tiny-tea.myshopify.com', 'http://tiny-tea.myshopify.com'],
  ['tiny-tea.example.com', 'tiny-tea.example.com'],
  ['tiny-tea.myshopify.com/admin', 'tiny-tea.myshopify.com/admin'],
  ['', ''],
])('the scheme of %j is put in front only of a bare domain', (text, url) => {
  expect(withScheme(text)).toBe(url)
})

describe('the host parameter', () => {
  const base64 = (text: string) => btoa(text)

  test.each([
    base64('admin.shopify.com/store/tiny-tea'),
    base64('admin.shopify.com/store/tiny-tea').replaceAll('=', ''),
    base64('tiny-tea.myshopify.com/admin'),
    base64('tiny-tea.myshopify.com').replaceAll('+', '-').replaceAll('/', '_'),
  ])('names the store: %s', (host) => {
    expect(handleOfHost(host)).toBe('tiny-tea')
  })

  test.each([
    base64('evil.example/store/tiny-tea'),
    base64('admin.shopify.com.evil.example/store/tiny-tea'),
    base64('admin.shopify.com/store/../x'),
    'not base64 at all!',
    '',
  ])('names none: %s', (host) => {
    expect(handleOfHost(host)).toBeUndefined()
  })
})

test('whoever may write may read', () => {
  expect(missingScopes(['write_products'], ['read_products', 'write_products'])).toEqual([])
  expect(missingScopes(['read_products'], ['write_products', 'read_customers'])).toEqual([
    'write_products',
    'read_customers',
  ])
})

describe('what a store is asked for', () => {
  test('is told in words with a reason, what nothing uses last, and never by the name of a scope', () => {
    const scopes = ['write_customers', 'write_script_tags', 'write_online_store_pages']
    const permissions = permissionsOf(scopes)
    expect(permissions.map(({ right }) => right)).toEqual([
      'Add and change pages in your online store',
      'Change your customers',
      'Change script tags',
    ])
    expect(permissions[1]?.reason).toBe('Not used. Storehand does not change your customers.')
    for (const { right, reason } of permissions) expect(right + reason).not.toMatch(/_/)
  })

  test('is missing where a part of the product waits for it', () => {
    expect(scopesToGive(['write_app_proxy'])).toEqual([
      'read_products',
      'read_customers',
      'write_online_store_pages',
    ])
    // Nothing waits for the right to change products, which includes reading them.
    expect(scopesToGive(['write_products', 'write_online_store_pages'])).toEqual(['read_customers'])
  })
})
