"""x"""
def install(module):
    pass
