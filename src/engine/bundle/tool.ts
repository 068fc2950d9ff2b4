import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { packageRoot } from '../resources.ts'

/** This program, as a bundle names it. */
export function tool(): { name: string; version: string } {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')))
  return { name: 'RepGen Desktop', version }
}
