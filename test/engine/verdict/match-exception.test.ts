import { describe, expect, it } from 'vitest'
import { matchException } from '../../../src/engine/verdict/match-exception.ts'
import type { ChainedException } from '../../../src/shared/report.ts'
import type { SymptomOf } from '../../../src/shared/symptom.ts'

const reported = (type: string, message: string, functions: string[] = []): SymptomOf<'exception'> => ({
  kind: 'exception',
  type,
  message,
  frames: functions.map((name) => ({ file: 'x.py', function: name, code: null })),
  lines: [{ start: 1, end: 1 }],
})
const seen = (type: string, message: string, functions: string[] = ['<module>']): ChainedException => ({
  type,
  message,
  link: null,
  frames: functions.map((name) => ({ file: 'repro.py', line: 1, function: name, code: null, library: false })),
})

describe('the reported exception is recognised', () => {
  it.each([
    ['word for word', reported('ValueError', 'bad shape'), seen('ValueError', 'bad shape')],
    [
      'with its module in front',
      reported('torch.cuda.OutOfMemoryError', 'CUDA out of memory'),
      seen('OutOfMemoryError', 'CUDA out of memory'),
    ],
    [
      'at another address',
      reported('RuntimeError', 'object at 0x7f12 is dead'),
      seen('RuntimeError', 'object at 0x55aa is dead'),
    ],
    [
      'with another path',
      reported('OSError', "cannot read '/home/a/b/data.pt' now"),
      seen('OSError', "cannot read '/case/data.pt' now"),
    ],
    [
      'broken over lines',
      reported('RuntimeError', 'mat1 and mat2 shapes cannot be multiplied\n  (4x8 and 9x2)'),
      seen('RuntimeError', 'mat1 and mat2 shapes cannot be multiplied (4x8 and 9x2)'),
    ],
    [
      'cut off',
      reported('RuntimeError', 'Expected all tensors to be on the same'),
      seen('RuntimeError', 'Expected all tensors to be on the same device, but found two'),
    ],
    [
      'with a hint of a newer Python',
      reported('NameError', "name 'net' is not defined"),
      seen('NameError', "name 'net' is not defined. Did you mean: 'next'?"),
    ],
    [
      'with other numbers in the same function',
      reported('RuntimeError', 'size mismatch, 4 against 8', ['forward']),
      seen('RuntimeError', 'size mismatch, 2 against 9', ['<module>', 'forward']),
    ],
    [
      'in the words of another version',
      reported(
        'RuntimeError',
        'mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: Long',
        ['mean'],
      ),
      seen(
        'RuntimeError',
        'mean(): input dtype should be either floating point or complex dtypes. Got Long instead. could not infer output',
        ['mean'],
      ),
    ],
  ])('%s', (_, symptom, exception) => {
    expect(matchException(symptom, exception)).toMatchObject({ same: true })
  })
})

describe('another exception is not taken for it', () => {
  it.each([
    ['another type', reported('ValueError', 'bad shape'), seen('TypeError', 'bad shape')],
    [
      'another message',
      reported('RuntimeError', 'element 0 of tensors does not require grad'),
      seen('RuntimeError', 'mat1 and mat2 shapes cannot be multiplied (4x8 and 9x2)'),
    ],
    [
      'another name',
      reported('NameError', "name 'net' is not defined"),
      seen('NameError', "name 'torch' is not defined"),
    ],
    [
      'another name in the same function',
      reported('NameError', "name 'net' is not defined", ['fit']),
      seen('NameError', "name 'torch' is not defined", ['fit']),
    ],
    ['a message that is not given', reported('RuntimeError', ''), seen('RuntimeError', 'anything')],
    [
      'other numbers in another function',
      reported('RuntimeError', 'size mismatch, 4 against 8', ['forward']),
      seen('RuntimeError', 'size mismatch, 2 against 9', ['load']),
    ],
    ['a short word in common', reported('KeyError', 'x'), seen('KeyError', "'weight_x'")],
  ])('%s', (_, symptom, exception) => {
    expect(matchException(symptom, exception)).toMatchObject({ same: false })
  })
})
