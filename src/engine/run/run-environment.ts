import { dataInside, type RunSetup, repositoryInside, weightsInside } from './setup.ts'

/** What a run finds in its environment besides the scrubbed one; the same for the observed and the bare run. */
export function runEnvironment({ repository, data, weights, gpu }: RunSetup): Record<string, string> {
  return {
    MPLBACKEND: 'Agg',
    HF_HUB_OFFLINE: '1',
    TRANSFORMERS_OFFLINE: '1',
    HF_DATASETS_OFFLINE: '1',
    // Warnings of TensorFlow's C++ side may be what the report is about; its notes about the machine never are.
    TF_CPP_MIN_LOG_LEVEL: '1',
    ...(gpu ? {} : { CUDA_VISIBLE_DEVICES: '' }),
    ...(repository === null ? {} : { REPRO_REPO: repositoryInside }),
    ...(data.length === 0 ? {} : { REPRO_DATA: dataInside }),
    ...(weights.length === 0 ? {} : { HF_HOME: weightsInside, TORCH_HOME: weightsInside, KERAS_HOME: weightsInside }),
  }
}
