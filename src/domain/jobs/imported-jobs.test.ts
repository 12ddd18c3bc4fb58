// Products as job posts: parsing their markup, however broken.
import { describe, expect, test } from 'vitest'
import { jobOfProduct, textsOf, type JobProduct } from './imported-jobs.ts'
import { t } from '../texts/text.ts'
import { tooLongText } from '../too-long.ts'

const product = (values: Partial<JobProduct>): JobProduct => ({
  id: '1',
  title: 'Packer',
  descriptionHtml: '<p>You pack.</p>',
  tags: [],
  status: 'ACTIVE',
  location: null,
  ...values,
})

describe('the text of a description', () => {
  test.each([
    ['<p>One &amp; two</p><p>Three<br>four</p>', 'One & two\n\nThree\nfour', ''],
    [
      '<h2>Job</h2><ul><li>Pack<li class="x">Lift <b>boxes</b></ul>Bye',
      'Job\n\nBye',
      'Pack\nLift boxes',
    ],
    ['<ul><li>Only</li>\n<li>a list</li></ul>', 'Only\na list', ''],
    ['a<!-- <li>no</li> -->b<SCRIPT>1 < 2</script >c<style>x', 'ab c', ''],
    ['5 < 6 <', '5 < 6 <', ''],
    ['<p title="a>b">c</p', 'b">c</p', ''],
    ['&lt;b&gt; &#65;&#x1F44D;&#0;&nope;', '<b> A👍&nope;', ''],
    ['a <!-- never closed <p>b</p>', 'a', ''],
  ])('%j', (html, description, requirements) => {
    expect(textsOf(html)).toEqual({ description, requirements })
  })

  test.each([
    '<!--',
    '<',
    '<li',
    '<li>',
    '</li',
    '<script>',
    '<script></script ',
    '&#',
    ' ',
    '\n',
    '<p ',
  ])('of nothing but %j is read in one go', (beginning) => {
    const html = beginning.repeat(400_000 / beginning.length)
    expect(textsOf(html).description.length).toBeLessThanOrEqual(html.length)
  })
})

describe('a product', () => {
  test('whose tags are names that every object has is a job like others', () => {
    const tags = ['constructor', 'toString', '__proto__', 'Senior']
    expect(jobOfProduct(product({ tags }))).toMatchObject({
      job: { employment_type: 'full-time', experience_level: 'senior-level' },
    })
  })

  test('whose description is longer than any job post is left out with the reason, not cut', () => {
    const descriptionHtml = `<p>${' '.repeat(200_000)}You pack.</p>`
    expect(jobOfProduct(product({ descriptionHtml }))).toEqual({
      reason: tooLongText('description', 4000),
    })
    expect(jobOfProduct(product({ descriptionHtml: '' }))).toEqual({
      reason: t('job.descriptionRequired'),
    })
  })
})
