/** All that a run knows of the environment, besides what its caller adds. */
export const scrubbedEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/tmp',
  TMPDIR: '/tmp',
  // Python asks these before the user database.
  USER: 'repgen',
  LOGNAME: 'repgen',
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
  // Libraries start as many threads as the machine has cores, each of them; OpenBLAS and MKL follow this one.
  OMP_NUM_THREADS: '2',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONNOUSERSITE: '1',
  PYTHONUNBUFFERED: '1',
}
