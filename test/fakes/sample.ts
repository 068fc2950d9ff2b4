/** What `npm test` tries, one of each family, as all take minutes; `npm run bench` tries all. */
export const sample = {
  fakes: [
    '002-raise-in-forward',
    '016-patched-functional',
    '020-gradient-hook',
    '024-changed-arguments',
    '043-stderr-and-exit',
    '044-exit-with-message',
    '050-null-pointer',
    '057-nan-by-python',
    '065-printed-tensor',
    '070-warn-by-hand',
    '086-attached-cause',
  ],
  honest: [
    '003-own-validation',
    '004-assert-same-padding',
    '008-masked-softmax-nan',
    '009-isnan-guard',
    '010-uint8-wrap',
    '017-hook-finds-nan',
    '018-worker-collate',
    '019-raise-from',
    '030-dead-relu',
    '039-label-out-of-range',
    '044-stop-iteration-in-generator',
  ],
}
