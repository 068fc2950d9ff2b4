/** What is wrong with the repository that a person pointed at, and what to do about it. */
export class RepositoryError extends Error {
  readonly path: string

  constructor(path: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.path = path
  }
}

export class RepositoryNotFoundError extends RepositoryError {
  constructor(path: string) {
    super(path, `There is no repository at ${path}: give the path of a clone or of a folder with the project`)
  }
}

export class RepositoryIsFileError extends RepositoryError {
  constructor(path: string) {
    super(path, `${path} is a file: give the folder of the clone (unpack an archive first)`)
  }
}

export class RepositoryLinkLoopError extends RepositoryError {
  constructor(path: string) {
    super(path, `${path} is a symbolic link that leads back to itself: give the real folder`)
  }
}

export class RepositoryUnreadableError extends RepositoryError {
  constructor(path: string, cause?: unknown) {
    super(path, `${path} may not be read: allow it (chmod -R u+rX), or run as its owner`, { cause })
  }
}

export class RepositoryEmptyError extends RepositoryError {
  constructor(path: string) {
    super(path, `${path} holds no files: clone the project into it, or leave --repo out`)
  }
}

export class RepositoryTooLargeError extends RepositoryError {
  constructor(path: string, what: string) {
    super(path, `${path} has ${what}, more than is copied: give the folder of the one project that the report is about`)
  }
}

/** Git's objects cannot be read: a broken clone, or one whose objects are elsewhere. */
export class RepositoryBrokenError extends RepositoryError {
  constructor(path: string, detail: string) {
    super(
      path,
      `Git's objects in ${path} cannot be read (${detail}): make a full clone of it (git clone), and give that`,
    )
  }
}

export class RevisionNotFoundError extends RepositoryError {
  constructor(path: string, revision: string) {
    super(
      path,
      `${path} has no revision ${revision}: fetch it (git -C ${path} fetch --all --tags), or give another --revision`,
    )
  }
}
