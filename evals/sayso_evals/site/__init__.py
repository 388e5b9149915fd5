"""The docs site: pages made from the code, and the files of the repository that pages link to. `make docs`"""
