import { createHash } from 'node:crypto'
import type { Attempt } from '../shared/attempt.ts'
import { type AttemptState, applyEvent, type CaseState } from '../shared/case.ts'
import type { CaseEvent, CaseEventType, Settings } from '../shared/event.ts'
import type { Verdict } from '../shared/verdict.ts'
import type { Tried } from './attempt/next-attempt.ts'
import type { EngineContext, ReproduceRequest } from './engine.ts'
import { failureOf } from './failure.ts'

/** A case that this process works on: its state, its lease, and the events that it adds. */
export class WorkingCase implements Disposable {
  readonly id: string
  readonly engine: EngineContext
  state: CaseState
  readonly #started = performance.now()

  private constructor(id: string, engine: EngineContext) {
    this.id = id
    this.engine = engine
    this.state = engine.store.state(id)
  }

  static open({ source, settings }: ReproduceRequest, engine: EngineContext): WorkingCase {
    const id = engine.store.create({ type: 'case-opened', source, settings })
    const [opened] = engine.store.events(id)
    if (opened !== undefined) engine.onEvent(opened)
    return new WorkingCase(id, engine)
  }

  /** @throws CaseBusyError while another process works on it. */
  static resume(id: string, engine: EngineContext): WorkingCase {
    engine.store.lease(id)
    return new WorkingCase(id, engine)
  }

  get settings(): Settings {
    if (this.state.settings === null) throw new Error(`case ${this.id} does not begin with its settings`)
    return this.state.settings
  }

  get folder(): string {
    return this.engine.store.caseFolder(this.id)
  }

  get stopped(): boolean {
    return this.engine.signal.aborted
  }

  /** Seconds since this process began to work on the case. */
  get seconds(): number {
    return (performance.now() - this.#started) / 1000
  }

  get decided(): boolean {
    return this.state.attempts.some((a) => a.verdict?.outcome === 'reproduced')
  }

  get mayTryAgain(): boolean {
    const { maxAttempts, maxSeconds } = this.settings
    return !this.stopped && this.judged.length < maxAttempts && this.seconds < maxSeconds
  }

  /** An attempt that was written but not judged, as its process was killed. */
  get unfinishedAttempt(): Attempt | null {
    const last = this.state.attempts.at(-1)
    return last !== undefined && last.verdict === null ? last.attempt : null
  }

  get tried(): Tried[] {
    return this.judged.map((a) => ({ attempt: a.attempt, failure: failureOf(a) }))
  }

  /** SHA-256 of the report that the stages are made from. */
  get inputHash(): string {
    return createHash('sha256')
      .update(this.state.report?.text ?? '')
      .digest('hex')
  }

  record(event: CaseEvent): void {
    const stored = this.engine.store.append(this.id, event)
    this.state = applyEvent(this.state, stored)
    this.engine.onEvent(stored)
  }

  /** Records a stage's event unless the case holds one of its type: what was done is not done again. */
  async once<T extends CaseEventType>(
    type: T,
    make: () => Promise<Extract<CaseEvent, { type: T }>> | Extract<CaseEvent, { type: T }>,
  ): Promise<void> {
    if (this.engine.store.events(this.id).some((e) => e.event.type === type)) return
    this.record(await make())
  }

  write(attempt: Attempt, by: AttemptState['by'] = 'rules'): AttemptState {
    if (!this.state.attempts.some((a) => a.attempt.id === attempt.id)) {
      this.record({ type: 'attempt-written', attempt, by, inputs: [this.inputHash] })
    }
    return this.state.attempts.find((a) => a.attempt.id === attempt.id) as AttemptState
  }

  reach(verdict: Verdict): CaseState {
    this.record({ type: 'verdict-reached', verdict, seconds: this.seconds })
    return this.state
  }

  interrupt(): CaseState {
    this.record({ type: 'interrupted', reason: 'stopped by the person' })
    return this.state
  }

  get judged(): AttemptState[] {
    return this.state.attempts.filter((a) => a.verdict !== null)
  }

  [Symbol.dispose](): void {
    this.engine.store.release(this.id)
  }
}
