import { expect, test } from 'vitest'
import { NewerEventError } from '../../../src/engine/store/errors.ts'
import { modernise } from '../../../src/engine/store/modernise.ts'
import { note } from './events.ts'

const by = {
  1: (event: unknown) => ({ ...(event as object), text: 'from 1' }),
  2: (event: unknown) => ({ ...(event as object), text: `${(event as { text: string }).text}, then 2` }),
}

test('an event of an older version is brought up step by step', () => {
  expect(modernise({ type: 'note' }, 1, 3, by)).toEqual(note('from 1, then 2'))
  expect(modernise({ type: 'note', text: 'x' }, 2, 3, by)).toEqual(note('x, then 2'))
})

test('an event of the present version stays as it is', () => {
  expect(modernise(note('x'), 3, 3, by)).toEqual(note('x'))
})

test('an event of a newer version says to update', () => {
  expect(() => modernise(note('x'), 4, 3, by)).toThrow(NewerEventError)
  expect(() => modernise(note('x'), 4, 3, by)).toThrow(/Update RepGen/)
})

test('an event that no known step brings up is not passed on half modern', () => {
  expect(() => modernise(note('x'), 1, 3, { 2: by[2] })).toThrow(/version 1 up to 2/)
})
