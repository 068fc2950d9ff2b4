/** Pylint calls these errors, and Python runs them; https://pylint.readthedocs.io/en/stable/user_guide/messages/ */
export const runsAnyway = new Set([
  'function-redefined',
  'assignment-from-no-return',
  'assignment-from-none',
  'no-self-argument',
  'no-method-argument',
  'bad-super-call',
  'method-hidden',
  'access-member-before-definition',
  'possibly-used-before-assignment',
  'undefined-all-variable',
  'invalid-all-object',
  'invalid-all-format',
  'logging-too-many-args',
  'logging-too-few-args',
  'logging-format-truncated',
  'logging-unsupported-format',
])

/** Rest on what pylint infers a value to be. A name that is None first and something else later makes them false. */
export const inferred = new Set([
  'no-member',
  'not-callable',
  'unsubscriptable-object',
  'unsupported-assignment-operation',
  'unsupported-delete-operation',
  'unsupported-membership-test',
  'unsupported-binary-operation',
  'invalid-unary-operand-type',
  'unpacking-non-sequence',
  'unbalanced-tuple-unpacking',
  'unbalanced-dict-unpacking',
  'not-an-iterable',
  'not-a-mapping',
  'not-context-manager',
  'not-async-context-manager',
  'invalid-sequence-index',
  'invalid-slice-index',
  'invalid-metaclass',
  'unhashable-member',
  'unhashable-dict-key',
  'isinstance-second-argument-not-valid-type',
  'catching-non-exception',
])

/** Calls whose arguments do not fit, and values of the wrong kind. */
const typeErrors = [
  'too-many-function-args',
  'no-value-for-parameter',
  'unexpected-keyword-arg',
  'missing-kwoa',
  'redundant-keyword-arg',
  'repeated-keyword',
  'abstract-class-instantiated',
  'not-callable',
  'unsubscriptable-object',
  'unsupported-binary-operation',
  'not-an-iterable',
  'bad-format-string-key',
  'invalid-sequence-index',
  'unsupported-assignment-operation',
  'unpacking-non-sequence',
  'invalid-unary-operand-type',
  'unhashable-dict-key',
  'unhashable-member',
  'raising-bad-type',
  'notimplemented-raised',
  'return-in-init',
  'inherit-non-class',
  'inconsistent-mro',
  'duplicate-bases',
  'invalid-metaclass',
]

/** The exceptions that the code behind a message raises when it runs, where pylint's name does not say it. */
export function exceptionsOf(symbol: string): string[] {
  if (typeErrors.includes(symbol)) return ['TypeError']
  if (/^(?:no-member|access-member-before-definition|assigning-non-slot)$/.test(symbol)) return ['AttributeError']
  if (symbol === 'misplaced-bare-raise') return ['RuntimeError']
  if (/^(?:undefined-variable|used-before-assignment)$/.test(symbol)) return ['NameError', 'UnboundLocalError']
  if (/format|too-(?:many|few)-format-args/.test(symbol)) return ['TypeError', 'ValueError', 'IndexError', 'KeyError']
  return []
}
