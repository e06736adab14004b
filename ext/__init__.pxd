# Makes the folder a package for cimport.
