-- everything.lua - systems told by expressions, mechanisms, and all methods of these, in the order
-- of help()
require "liaison.constrained.kane" -- the ten steps with generalised speeds
require "liaison.catalog.systems" -- those that are shipped
require "liaison.constrained.mechanism" -- bodies and joints in every kind of coordinates
require "liaison.constrained.mechanism_graph" -- other grounds, mobility, numbers of the strict form
require "liaison.constrained.mechanism_model" -- mechanism:model
require "liaison.constrained.assemblies" -- mechanism:assemblies
require "liaison.constrained.closed_mechanism" -- fourbar:mechanism, slider_crank:mechanism
require "liaison.constrained.system_model" -- system:model
require "liaison.catalog.shipped" -- those of the documents
require "liaison.constrained.experiment" -- kane:simulate
require "liaison.constrained.described_motion" -- mechanism:simulate, system:simulate
require "liaison.constrained.former_linearise" -- kane:linearise
require "liaison.constrained.lie_bracket" -- system:constraint_report
require "liaison.constrained.modelkane" -- model:system, model:kane
require "liaison.constrained.model_mechanism" -- model:mechanism
require "liaison.constrained.report" -- kane:report
require "liaison.constrained.every_description" -- pictures, counts, other ways of each description
