import type { RewriteRule } from '../rule.ts'
import { addImports } from './add-imports.ts'
import { boundEndlessLoops, shortenLoops } from './bound-loops.ts'
import { continueAfterError } from './continue-after-error.ts'
import { dropPeripheral } from './drop-peripheral.ts'
import { echoExpressions } from './echo-expressions.ts'
import { exerciseClass } from './exercise-class.ts'
import { guardPrints } from './guard-prints.ts'
import { modernSyntax } from './modern-syntax.ts'
import { repositoryPath } from './repository-path.ts'
import { shrinkSizes } from './shrink-sizes.ts'
import { standIns } from './stand-ins.ts'
import { syntheticData } from './synthetic-data.ts'
import { defineToCpu, useCpu } from './use-cpu.ts'
import { workCopy } from './work-copy.ts'

/** In the order in which they are tried: least change first. */
export const rewriteRules: RewriteRule[] = [
  modernSyntax,
  echoExpressions,
  guardPrints,
  useCpu,
  boundEndlessLoops,
  syntheticData,
  dropPeripheral,
  addImports,
  defineToCpu,
  standIns,
  repositoryPath,
  workCopy,
  shortenLoops,
  shrinkSizes,
  exerciseClass,
  continueAfterError,
]
