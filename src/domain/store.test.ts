// How a shop's address may be written, and what is never taken for one.
import { describe, expect, test } from 'vitest'
import { handleOfHost, isStoreUrl, missingScopes, readShop } from './store.ts'

describe('a shop', () => {
  test.each([
    'tiny-tea',
    'Tiny-Tea.myshopify.com',
    ' https://tiny-tea.myshopify.com// ',
    'http://tiny-tea.myshopify.com',
  ])('is read from %j', (text) => {
    expect(readShop(text)).toBe('tiny-tea.myshopify.com')
  })

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
